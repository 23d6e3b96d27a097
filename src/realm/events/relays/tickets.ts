import type { Credentials } from "../../../rpc/credentials.ts";
import type { Deadlines } from "../../../util/deadlines.ts";
import { type Random, randomToken } from "../../../util/random.ts";
import { milliseconds } from "../../../util/time.ts";
import type { Queue } from "../queues.ts";
import type { Link } from "./link.ts";

/** How long an admitted client has to reach its relay. */
const LIFE_MS = milliseconds(30_000);
const LENGTH = 32;

interface Ticket {
  readonly link: Link;
  readonly queue: Queue;
  readonly credentials: Credentials;
}

/** Admitted streams that relays are about to open. A ticket can be used once, for a short time. */
export class Tickets {
  readonly #tickets = new Map<string, Ticket & { readonly cancel: () => void }>();

  constructor(
    private readonly random: Random,
    private readonly deadlines: Pick<Deadlines, "after">,
  ) {}

  issue(ticket: Ticket): string {
    const text = randomToken(this.random, LENGTH);
    ticket.link.promised += 1;
    const cancel = this.deadlines.after(LIFE_MS, () => this.take(text));
    this.#tickets.set(text, { ...ticket, cancel });
    return text;
  }

  take(text: string): Ticket | undefined {
    const ticket = this.#tickets.get(text);
    if (ticket === undefined) return undefined;
    this.#tickets.delete(text);
    ticket.cancel();
    ticket.link.promised -= 1;
    return ticket;
  }
}
