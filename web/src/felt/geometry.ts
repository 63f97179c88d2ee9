/** Where everything lies on the felt, in a frame of 1600 by 791 with the dealer above and position 1 at the right. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

export interface Area extends Point {
  readonly wager: string;
  readonly radius: number;
  /** Which way its name stands beside it, where that is said in words. */
  readonly aside: Point;
  /** Where the result of its wager is told, which else lies below it. */
  readonly tag?: Point;
}

export interface Seat {
  readonly position: number;
  readonly areas: readonly Area[];
  readonly cards: Point;
  /** Where the viewer's own cards lie, which are larger. */
  readonly own: Point;
}

export const FRAME = { width: 1600, height: 791 } as const;
export const CARD = { own: 84, other: 62, board: 92, dealer: 66 } as const;

/** Where chips are paid from and taken to. */
export const RACK: Point = { x: 800, y: -40 };
/** Where cards come from. */
export const SHOE: Point = { x: 1120, y: 40 };

const ARC = { x: 800, y: 0, rx: 570, ry: 520 } as const;
const CARDS_OUT = [152, 158, 178, 170]; // by how many places a position is from the middle
const OWN_OUT = 168;

/** Outwards from the position's anchor, towards the player; to the player's right; and the radius. */
type Printed = readonly [wager: string, out: number, right: number, radius: number];

const THREE_CARD: readonly Printed[] = [
  ["progressive", -138, 0, 14],
  ["pair_plus", -84, 0, 27],
  ["ante", -14, 0, 27],
  ["play", 56, 0, 27],
];

const LAYOUTS: Readonly<Record<string, readonly Printed[]>> = {
  "mbs-uth": [
    ["progressive", -138, 0, 14],
    ["trips", -86, 0, 25],
    ["ante", -14, -39, 27],
    ["blind", -14, 39, 27],
    ["play", 56, 0, 27],
  ],
  "mbs-thb": [
    ["progressive", -164, 0, 14],
    ["river", -118, 0, 24],
    ["turn", -62, 0, 24],
    ["flop", -6, 0, 24],
    ["ante", 56, 0, 27],
    ["bonus", 56, 62, 24],
  ],
  "mbs-3cp": THREE_CARD,
  "rws-3cp": THREE_CARD,
  "mbs-lir": [
    ["1", -30, -64, 27],
    ["2", -30, 0, 27],
    ["$", -30, 64, 27],
    ["progressive", 40, 0, 14],
  ],
};

/** Areas of Texas Hold'em Bonus stand so close that results are told beside them: how far to the player's right. */
const IN_LINE: Readonly<Record<string, number>> = { river: -58, turn: 58, flop: -58, ante: -66 };

export function seatsOf(game: string, positions: number): Seat[] {
  return Array.from({ length: positions }, (_, nth) => seatOf(game, nth + 1, positions));
}

function seatOf(game: string, position: number, positions: number): Seat {
  const step = positions > 6 ? 24 : 26;
  const fromMiddle = (positions + 1) / 2 - position;
  const angle = (fromMiddle * step * Math.PI) / 180;
  const [across, down] = [Math.sin(angle), Math.cos(angle)];
  const length = Math.hypot(across / ARC.rx, down / ARC.ry);
  const out: Point = { x: across / ARC.rx / length, y: down / ARC.ry / length };
  const right: Point = { x: out.y, y: -out.x };
  const place = (u: number, t: number): Point => ({
    x: ARC.x + ARC.rx * across + out.x * u + right.x * t,
    y: ARC.y + ARC.ry * down + out.y * u + right.y * t,
  });
  const areas = (LAYOUTS[game] ?? []).map(([wager, u, t, radius]) => {
    const side = t < 0 ? -1 : 1;
    const area = { wager, radius, aside: { x: right.x * side, y: right.y * side }, ...place(u, t) };
    const beside = game === "mbs-thb" ? IN_LINE[wager] : undefined;
    return beside === undefined ? area : { ...area, tag: place(u, t + beside) };
  });
  const middle = Math.abs(fromMiddle);
  return { position, areas, cards: place(outOf(middle), 0), own: place(Math.max(OWN_OUT, outOf(middle)), 0) };
}

function outOf(places: number): number {
  const [low, high] = [CARDS_OUT[Math.floor(places)]!, CARDS_OUT[Math.ceil(places)]!];
  return low + (high - low) * (places % 1);
}

/** Where the result of an area's wager is told: on it when it is lost and the chips are gone. */
export function tagAt(area: Area, lost: boolean): Point {
  if (lost) return area;
  if (area.wager === "progressive") return { x: area.x, y: area.y - 23 };
  return area.tag ?? { x: area.x, y: area.y + 25 };
}

/** The centres of a hand's cards. Three lie closer together, so that the hand is as wide as one of two. */
export function handAt(middle: Point, cards: number, width: number): Point[] {
  const pitch = cards > 2 ? width * 0.55 : width * 1.1;
  return rowAt(middle, cards, pitch);
}

export function rowAt(middle: Point, cards: number, pitch: number): Point[] {
  return Array.from({ length: cards }, (_, nth) => ({ x: middle.x + (nth - (cards - 1) / 2) * pitch, y: middle.y }));
}

export interface Board {
  readonly dealer: Point;
  readonly community: Point;
  readonly width: number;
  readonly pitch: number;
  readonly call: Point;
  readonly dealerCards: number;
  readonly communityCards: number;
}

export function boardOf(game: string): Board {
  const lir = game === "mbs-lir";
  const five = game === "mbs-uth" || game === "mbs-thb";
  return {
    dealer: { x: 800, y: 58 },
    community: { x: 800, y: lir ? 130 : 186 },
    width: lir ? 104 : CARD.board,
    pitch: lir ? 118 : 104,
    call: { x: 800, y: lir ? 250 : 293 },
    dealerCards: lir ? 0 : five ? 2 : 3,
    communityCards: five ? 5 : 2,
  };
}
