// Turns of requests: of each kind one is under way, and of those that wait only the last is sent.

export class Turns {
  private readonly busy = new Set<string>();
  private readonly waiting = new Map<string, (isTurn: boolean) => void>();

  // Wait for a turn; false if a later request of this kind took the place.
  async begin(kind: string): Promise<boolean> {
    if (!this.busy.has(kind)) {
      this.busy.add(kind);
      return true;
    }
    this.waiting.get(kind)?.(false);
    return new Promise((resolve) => this.waiting.set(kind, resolve));
  }

  end(kind: string): void {
    const next = this.waiting.get(kind);
    this.waiting.delete(kind);
    if (next) next(true);
    else this.busy.delete(kind);
  }
}
