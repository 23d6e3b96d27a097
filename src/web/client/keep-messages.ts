import type { Cache } from "../store/cache.ts";
import type { KeptMessages } from "../store/kept-messages.ts";
import { BOUNDS, storedBytes, trim } from "../store/trim.ts";
import type { Clock } from "../wire/clock.ts";

/** How long after events the kept messages follow them: one goes through many at once. */
const FOLLOW_AFTER = 2_000;
/** How often it is looked whether too much is kept. */
const TRIM_AFTER = 600_000;

interface Around {
  readonly cache: Cache;
  readonly kept: KeptMessages;
  readonly clock: Clock;
  /** One tab of the browser does it for all. */
  readonly isLeading: () => boolean;
}

/** Keeps the messages that are stored up to date with the events, and few enough; returns what is told of new events. */
export function keepMessages({ cache, kept, clock, isLeading }: Around): () => void {
  let isDue = false;
  const follow = async () => {
    isDue = false;
    if (!isLeading()) return;
    while (await kept.follow()) {
      // There are more events than are applied in one transaction.
    }
  };
  const tidy = async () => {
    clock.after(TRIM_AFTER, () => void tidy());
    if (isLeading()) await trim(cache, BOUNDS, storedBytes).catch(() => {});
  };
  clock.after(TRIM_AFTER, () => void tidy());
  return () => {
    if (isDue) return;
    isDue = true;
    clock.after(FOLLOW_AFTER, () => void follow().catch(() => {}));
  };
}
