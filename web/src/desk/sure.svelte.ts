/** What moves chips, money or people is said once more before it is done. */
interface Asked {
  readonly words: string;
  readonly label: string;
  readonly answer: (yes: boolean) => void;
}

class Sure {
  asked = $state.raw<Asked | null>(null);

  /** Whether somebody has said yes to exactly these words. */
  ask(words: string, label: string): Promise<boolean> {
    this.asked?.answer(false);
    return new Promise((resolve) => {
      this.asked = { words, label, answer: resolve };
    });
  }

  say(yes: boolean): void {
    this.asked?.answer(yes);
    this.asked = null;
  }
}

export const sure = new Sure();
