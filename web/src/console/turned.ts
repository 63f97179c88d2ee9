/** The felt from the dealer's side: the same table turned half round, in a frame of 1600 by 1118, position 1 at the left. */
import { LAYOUTS, rowAt, type Area, type Point } from "../felt/geometry.ts";

export const FRAME = { width: 1600, height: 1118 } as const;
export const CARD = { hand: 73, board: 92, dealer: 72 } as const;

export interface Seat {
  readonly position: number;
  readonly areas: readonly Area[];
  readonly cards: Point;
}

const ARC = { x: 800, rx: 520, ry: 712 } as const;
const LARGER = 1.27;
const ROW_LARGER = 1.1; // three wagers in a row need the room beside them
const CARDS_OUT = [168, 186, 206, 192]; // by how many places a position is from the middle

export function seatsOf(game: string, positions: number): Seat[] {
  return Array.from({ length: positions }, (_, nth) => seatOf(game, nth + 1, positions));
}

function seatOf(game: string, position: number, positions: number): Seat {
  const step = positions > 6 ? 24 : 26;
  const fromMiddle = (positions + 1) / 2 - position;
  const angle = (fromMiddle * step * Math.PI) / 180;
  const [across, down] = [Math.sin(angle), Math.cos(angle)];
  const length = Math.hypot(across / ARC.rx, down / ARC.ry);
  const out: Point = { x: -across / ARC.rx / length, y: -down / ARC.ry / length };
  const right: Point = { x: out.y, y: -out.x };
  const place = (u: number, t: number): Point => ({
    x: ARC.x - ARC.rx * across + out.x * u + right.x * t,
    y: FRAME.height - ARC.ry * down + out.y * u + right.y * t,
  });
  const larger = game === "mbs-lir" ? ROW_LARGER : LARGER;
  const areas = (LAYOUTS[game] ?? []).map(([wager, u, t, radius]) => ({
    wager,
    radius: radius * larger,
    aside: right,
    ...place(u * larger, t * larger),
  }));
  return { position, areas, cards: place(outOf(Math.abs(fromMiddle)), 0) };
}

function outOf(places: number): number {
  const [low, high] = [CARDS_OUT[Math.floor(places)]!, CARDS_OUT[Math.ceil(places)]!];
  return low + (high - low) * (places % 1);
}

export interface Board {
  readonly dealer: readonly Point[];
  readonly community: readonly Point[];
  readonly call: Point;
}

export function boardOf(game: string): Board {
  const five = game === "mbs-uth" || game === "mbs-thb";
  const own = game === "mbs-lir" ? 0 : five ? 2 : 3;
  return {
    dealer: rowAt({ x: 800, y: 1056 }, own, CARD.dealer * 1.1),
    community: rowAt({ x: 800, y: own ? 892 : 960 }, five ? 5 : 2, 101),
    call: { x: 800, y: own ? 786 : 850 },
  };
}
