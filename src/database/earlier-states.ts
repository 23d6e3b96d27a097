import type { Config } from "../config/config.ts";
import { keptStates, restoreKept } from "./kept-states.ts";

/** The earlier states of an object's own storage, as the platform keeps them for 30 days. */
export interface EarlierStates {
  /** The newest state of then or before. */
  bookmarkAt(ms: number): Promise<string>;
  /** Has the object begin with that state when it is next constructed; the bookmark of the present one takes that back. */
  restoreAtRestart(bookmark: string): Promise<string>;
}

/** Cloudflare's own; locally, where there are none, both fail. With test hooks, those that tests have kept. */
export function earlierStates(storage: DurableObjectStorage, { testHooks }: Pick<Config, "testHooks">): EarlierStates {
  if (testHooks) return keptStates(storage);
  return {
    bookmarkAt: (ms) => storage.getBookmarkForTime(ms),
    restoreAtRestart: (bookmark) => storage.onNextSessionRestoreBookmark(bookmark),
  };
}

/** Before an object reads its storage: where it is to begin with a state that a test has kept, that is put back. */
export function beginWithEarlierState(storage: DurableObjectStorage, { testHooks }: Pick<Config, "testHooks">): void {
  if (testHooks) restoreKept(storage);
}
