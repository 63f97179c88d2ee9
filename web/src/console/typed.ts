/** Cards as a dealer types them: AS, as, 10D, TD, one after the other with or without blanks. */
export interface Typed {
  /** As the wire writes them: "As", "Td". */
  readonly cards: readonly string[];
  /** A rank that waits for its suit. */
  readonly begun: string;
  /** What cannot be a card. */
  readonly wrong: string | null;
}

const CARD = /^(10|[2-9tjqka])([cdhs])/i;
const BEGUN = /^(10?|[2-9tjqka])$/i;

export function readCards(text: string): Typed {
  const cards: string[] = [];
  let rest = text.trim();
  while (rest) {
    const found = CARD.exec(rest);
    if (!found) return BEGUN.test(rest) ? { cards, begun: rest, wrong: null } : { cards, begun: "", wrong: rest };
    cards.push(cardOf(found[1]!, found[2]!));
    rest = rest.slice(found[0].length).trimStart();
  }
  return { cards, begun: "", wrong: null };
}

function cardOf(rank: string, suit: string): string {
  return (rank === "10" ? "T" : rank.toUpperCase()) + suit.toLowerCase();
}

/** What is wrong with what was typed, where so many cards are wanted; null when it can be sent. */
export function faultOf(typed: Typed, wanted: number): string | null {
  if (typed.wrong !== null) return `“${typed.wrong}” is no card. Type a rank and a suit, such as AS or 10D.`;
  if (typed.begun) return `${typed.begun.toUpperCase()} of which suit? C, D, H or S.`;
  const twice = typed.cards.find((card, nth) => typed.cards.indexOf(card) !== nth);
  if (twice) return `${spelled(twice)} is there twice.`;
  const lacks = wanted - typed.cards.length;
  if (lacks > 0) return lacks === 1 ? "Type the card, such as AS or 10D." : `${lacks} cards are to be typed.`;
  return lacks < 0 ? `Only ${wanted === 1 ? "one card" : `${wanted} cards`}: ${-lacks} too many.` : null;
}

/** "Td" as it is typed: 10D. */
export function spelled(card: string): string {
  return card.replace("T", "10").toUpperCase();
}

/** Without its last card, or the rank that was begun. */
export function withoutLast(text: string): string {
  const { cards, begun, wrong } = readCards(text);
  return (begun || wrong !== null ? cards : cards.slice(0, -1)).map(spelled).join(" ");
}

/** Whether a key can be part of a card; all others act. */
export function isOfCards(key: string): boolean {
  return key.length > 1 || /[0-9tjqkacdhs]/i.test(key);
}

/** Dollars as they are typed, in cents; null for what is none. */
export function readAmount(text: string): number | null {
  const found = /^\$?(\d{1,9})(?:\.(\d{1,2}))?$/.exec(text.trim().replaceAll(",", ""));
  return found ? Number(found[1]) * 100 + Number((found[2] ?? "").padEnd(2, "0")) : null;
}
