import type { Waiting } from "@/lib/outbox/delivery";

/** A delivery as its line sees it. */
export interface LinePlace {
  /** Tries to send now. */
  retry: () => void;
  report: (delivery: Waiting) => void;
}

/**
 * The deliveries of one page, in the order of their commits. Only the first sends, until the server has answered it for
 * good. Two first answers sent side by side, neither with a cookie, would make two learners, and the page would lose
 * sight of one of the answers.
 */
export class DeliveryLine {
  #places: LinePlace[] = [];

  join(place: LinePlace): void {
    this.#places.push(place);
  }

  /** Lets the next one send, after whoever else leaves at this moment has left. */
  leave(place: LinePlace): void {
    const wasFirst = this.isFirst(place);
    this.#places = this.#places.filter((other) => other !== place);
    if (wasFirst) queueMicrotask(() => this.retryFirst());
  }

  isFirst(place: LinePlace): boolean {
    return this.#places[0] === place;
  }

  retryFirst(): void {
    this.#places[0]?.retry();
  }

  /** What keeps the first from being sent keeps all. */
  reportToAll(delivery: Waiting): void {
    for (const place of this.#places) place.report(delivery);
  }
}
