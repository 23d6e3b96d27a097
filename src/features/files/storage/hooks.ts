import { hook } from "../../../realm/realm.ts";

/** The page of keys that is asked for: so many after this one, in their order. */
export interface KeysAfter {
  readonly after: string;
  readonly most: number;
}

/** Asks every feature for the keys of the files that its rows name: the first ones after a key, in order. */
export const namedFilesHook = hook<[page: KeysAfter], string[]>("files are named");

/** Asks every feature for the prefixes of keys under which it keeps files that no row names one by one. */
export const heldPrefixesHook = hook<[], string[]>("prefixes of files are held");

/** A file is about to be deleted. Whoever needs it for longer returns true, and discards it later. */
export const fileDiscardedHook = hook<[key: string], boolean>("fileDiscarded");
