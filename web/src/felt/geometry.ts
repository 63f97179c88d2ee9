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
}

export interface SeatArea extends Area {
  /** Where the result of its wager is told while the chips lie there. */
  readonly tag: Point;
  /** Where that is told which is paid on it beside its own result; the first of several, and the next. */
  readonly also: readonly [Point, Point];
}

export interface Seat {
  readonly position: number;
  readonly areas: readonly SeatArea[];
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
  ["play", 52, 0, 27],
];

export const LAYOUTS: Readonly<Record<string, readonly Printed[]>> = {
  "mbs-uth": [
    ["progressive", -138, 0, 14],
    ["trips", -86, 0, 25],
    ["ante", -14, -39, 27],
    ["blind", -14, 39, 27],
    ["play", 52, 0, 27],
  ],
  "mbs-thb": [
    ["progressive", -164, 0, 14],
    ["river", -118, 0, 24],
    ["turn", -62, 0, 24],
    ["flop", -6, 0, 24],
    ["ante", 56, 0, 27],
    ["bonus", 56, 62, 27],
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

/** Where areas stand close, results are told beside them: how far to the player's right. Else they are told below. */
const BESIDE: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  "mbs-thb": { river: -58, turn: 58, flop: -58, ante: -66, bonus: 58 },
  "mbs-lir": { progressive: 48 },
};

/** What is paid on a wager and has no area of its own: on which, and where beside that it is told. */
const FOLLOWS: Readonly<Record<string, readonly [wager: string, nth: 0 | 1]>> = {
  ante_bonus: ["ante", 0],
  magic_card: ["progressive", 0],
  lucky_player: ["progressive", 1],
};
const ALSO = [-62, -126] as const; // to the player's right: at the left, where no other area lies

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
    const side = t < 0 || (game === "mbs-thb" && wager === "ante") ? -1 : 1; // where no other area lies
    const inRow = game === "mbs-lir" && wager !== "progressive";
    const aside = inRow ? out : { x: right.x * side, y: right.y * side };
    const area = { wager, radius, aside, ...place(u, t) };
    const beside = BESIDE[game]?.[wager];
    const below = { x: area.x, y: area.y + (wager === "progressive" ? -TAG.away : TAG.away) };
    const tag = beside === undefined ? below : place(u, t + beside);
    return { ...area, tag, also: [place(u, t + ALSO[0]), place(u, t + ALSO[1])] as const };
  });
  const middle = Math.abs(fromMiddle);
  return { position, areas, cards: place(outOf(middle), 0), own: place(Math.max(OWN_OUT, outOf(middle)), 0) };
}

function outOf(places: number): number {
  const [low, high] = [CARDS_OUT[Math.floor(places)]!, CARDS_OUT[Math.ceil(places)]!];
  return low + (high - low) * (places % 1);
}

/** What became of a wager, as it is told on the felt. */
export interface Told {
  readonly wager: string;
  readonly words: string;
  readonly lost: boolean;
}

interface Box extends Point {
  readonly width: number;
  readonly height: number;
}

export type Tag = Told & Box;

const TAG = { height: 38, least: 56, away: 30, gap: 3 } as const;
const LONG = 7; // letters; more of them are told in smaller type

export function isLong(words: string): boolean {
  return words.length > LONG;
}

/** Where the results of a position are told. Those that would cover one another, a chip's number or the hand give way. */
export function tagsAt<Result extends Told>(seat: Seat, results: readonly Result[], hand: Box): (Result & Box)[] {
  const told = results.flatMap((result) => {
    const [wager, nth] = FOLLOWS[result.wager] ?? [result.wager];
    const area = seat.areas.find((each) => each.wager === wager);
    return area ? [{ result, area, beside: nth === undefined ? null : area.also[nth] }] : [];
  });
  const faces = told.filter(({ result, beside }) => !result.lost && !beside).map(({ area }) => faceOf(area));
  const sideways = Math.abs(hand.x - ARC.x) > ARC.rx * 0.6; // past the hand, at the sides of the table
  const tags = told.map(({ result, area, beside }) => {
    const { x, y } = beside ?? (result.lost ? area : area.tag); // chips that are gone leave the area itself
    return { ...result, x, y, ...sizeOf(result.words) };
  });
  for (let pass = 0; pass < 40; pass++) {
    tags.forEach((tag, nth) => {
      for (const other of tags.slice(nth + 1)) {
        const away = apart(tag, other);
        move(tag, away, 0.5);
        move(other, away, -0.5);
      }
      for (const face of faces) move(tag, apart(tag, face), 1);
      move(tag, apart(tag, hand, sideways), 1);
    });
  }
  return tags;
}

function sizeOf(words: string): { width: number; height: number } {
  const width = isLong(words) ? words.length * 8 + 8 : words.length * 9.5 + 12;
  return { width: Math.max(TAG.least, width), height: TAG.height };
}

/** The number on chips, which stays to be read. */
function faceOf(area: Area): Box {
  return { x: area.x, y: area.y - 3, width: area.radius * 1.2, height: area.radius * 0.6 };
}

/** The shortest way for one box out of the other, or the one to the side; none when they are clear of each other. */
function apart(one: Box, other: Box, sideways = false): Point {
  const across = (one.width + other.width) / 2 + TAG.gap - Math.abs(one.x - other.x);
  const down = (one.height + other.height) / 2 + TAG.gap - Math.abs(one.y - other.y);
  if (across <= 0 || down <= 0) return { x: 0, y: 0 };
  return sideways || across < down
    ? { x: one.x < other.x ? -across : across, y: 0 }
    : { x: 0, y: one.y < other.y ? -down : down };
}

function move(tag: { x: number; y: number }, way: Point, part: number): void {
  tag.x += way.x * part;
  tag.y += way.y * part;
}

/** The centres of a hand's cards. Three lie closer together, so that the hand is as wide as one of two. */
export function handAt(middle: Point, cards: number, width: number): Point[] {
  const pitch = cards > 2 ? width * 0.55 : width * 1.1;
  return rowAt(middle, cards, pitch);
}

/** What a hand covers, lifted or not: two cards beside each other, or three that overlap. */
export function handBox(middle: Point, width: number): Box {
  return { x: middle.x, y: middle.y - width * 0.04, width: width * 2.1, height: width * 1.48 };
}

export function rowAt(middle: Point, cards: number, pitch: number): Point[] {
  return Array.from({ length: cards }, (_, nth) => ({ x: middle.x + (nth - (cards - 1) / 2) * pitch, y: middle.y }));
}

const ROW = 40; // letters of a call that fit between the positions

/** A call in as few rows as there is room for, whole sentences each. */
export function inRows(call: string): string[] {
  return call.split(/(?<=\.) /).reduce<string[]>((rows, sentence) => {
    const last = rows.at(-1);
    const longer = last === undefined ? sentence : `${last} ${sentence}`;
    return last === undefined || longer.length > ROW ? [...rows, sentence] : [...rows.slice(0, -1), longer];
  }, []);
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
