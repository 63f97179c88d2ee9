/** A card as the wire writes it: "Th" is the ten of hearts. */
export type Suit = "c" | "d" | "h" | "s";

const RANKS: Record<string, string> = {
  "2": "two",
  "3": "three",
  "4": "four",
  "5": "five",
  "6": "six",
  "7": "seven",
  "8": "eight",
  "9": "nine",
  T: "ten",
  J: "jack",
  Q: "queen",
  K: "king",
  A: "ace",
};

const SUITS: Record<Suit, string> = { c: "clubs", d: "diamonds", h: "hearts", s: "spades" };

export function suitOf(card: string): Suit {
  return card[1] as Suit;
}

/** What stands in the corner of the card. */
export function indexOf(card: string): string {
  return card[0] === "T" ? "10" : card[0]!;
}

export function cardWords(card: string | null): string {
  return card === null ? "a card face down" : `${RANKS[card[0]!]} of ${SUITS[suitOf(card)]}`;
}

export function cardsWords(cards: readonly (string | null)[]): string {
  return cards.map(cardWords).join(", ");
}
