import { hook } from "../../../realm/realm.ts";

/** A page of keys: the first ones after a key, in order. */
export interface KeysAfter {
  readonly after: string;
  readonly most: number;
}

/** Asks every feature for the keys of files that its rows refer to: the first ones after a key, in order. */
export const namedFilesHook = hook<[page: KeysAfter], string[]>("files are named");

/** Asks every feature for the key prefixes of files that its rows don't list individually. */
export const heldPrefixesHook = hook<[], string[]>("prefixes of files are held");

/** Runs before a file is deleted. A handler that still needs it returns true, and discards it later. */
export const fileDiscardedHook = hook<[key: string], boolean>("fileDiscarded");
