import { hook } from "../../../realm/realm.ts";

/** A page of keys: the first ones after a key, in order. */
export interface KeysAfter {
  readonly after: string;
  readonly most: number;
}

/** Returns the keys of files that a feature's rows refer to: the first ones after a key, in order. */
export const namedFilesHook = hook<[page: KeysAfter], string[]>("files are named");

/** Returns the key prefixes of files that a feature's rows don't list individually. */
export const heldPrefixesHook = hook<[], string[]>("prefixes of files are held");

/** Runs before a file is deleted. A handler that still needs it returns true, and discards it later. */
export const fileDiscardedHook = hook<[key: string], boolean>("fileDiscarded");
