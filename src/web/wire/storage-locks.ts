import type { Clock } from "./clock.ts";
import type { Locks } from "./leader.ts";

const RENEW_EVERY_MS = 1_000;
/** A claim not renewed for this long no longer counts. */
const EXPIRES_AFTER_MS = 3_500;

interface Claim {
  readonly owner: string;
  readonly until: number;
}

/**
 * Returns locks for pages over plain HTTP, which have no Web Locks: claims in the storage shared by all tabs. Two tabs
 * may briefly hold the same lock, which the event log tolerates.
 */
export function storageLocks(storage: Storage, clock: Clock, owner: string): Locks {
  return {
    request(name, options, run) {
      const key = `parley-lock-${name}`;
      const signal = "signal" in options ? options.signal : undefined;
      const steal = "steal" in options && options.steal;
      const read = (): Claim | undefined => JSON.parse(storage.getItem(key) ?? "null") ?? undefined;
      const isFree = () => {
        const claim = read();
        return (
          claim === undefined ||
          claim.owner === owner ||
          Math.abs(claim.until - clock.now()) > EXPIRES_AFTER_MS ||
          claim.until < clock.now()
        );
      };
      const renew = () =>
        storage.setItem(key, JSON.stringify({ owner, until: clock.now() + EXPIRES_AFTER_MS } satisfies Claim));
      return new Promise((resolve, reject) => {
        const attempt = (isForced: boolean) => {
          if (signal?.aborted === true) return reject(new DOMException("given up", "AbortError"));
          if (!isForced && !isFree()) return void clock.after(RENEW_EVERY_MS / 2, () => attempt(false));
          renew();
          let isOver = false;
          const hold = () => {
            if (isOver) return;
            if (read()?.owner !== owner) {
              isOver = true;
              return reject(new DOMException("taken", "AbortError"));
            }
            renew();
            clock.after(RENEW_EVERY_MS, hold);
          };
          clock.after(RENEW_EVERY_MS, hold);
          run().then(
            (value) => {
              if (read()?.owner === owner) storage.removeItem(key);
              isOver = true;
              resolve(value);
            },
            (error) => {
              isOver = true;
              reject(error);
            },
          );
        };
        attempt(steal);
      });
    },
  };
}
