import type { Config } from "../config/config.ts";
import { keptStates, restoreKept } from "./point-in-time.ts";

/** Earlier states of an object's own storage. The platform keeps them for 30 days. */
export interface EarlierStates {
  /** Returns the bookmark of the newest state at or before this time. */
  bookmarkAt(ms: number): Promise<string>;
  /**
   * Makes the object start from the bookmark's state when it is next constructed. Passing the current state's bookmark
   * cancels this.
   */
  restoreAtRestart(bookmark: string): Promise<string>;
}

/**
 * Uses Cloudflare's point-in-time recovery; locally, where it doesn't exist, both methods fail. With test hooks, uses
 * the states that tests saved.
 */
export function earlierStates(storage: DurableObjectStorage, { testHooks }: Pick<Config, "testHooks">): EarlierStates {
  if (testHooks) return keptStates(storage);
  return {
    bookmarkAt: (ms) => storage.getBookmarkForTime(ms),
    restoreAtRestart: (bookmark) => storage.onNextSessionRestoreBookmark(bookmark),
  };
}

/** Call before an object reads its storage: restores the state that a test scheduled. */
export function beginWithEarlierState(storage: DurableObjectStorage, { testHooks }: Pick<Config, "testHooks">): void {
  if (testHooks) restoreKept(storage);
}
