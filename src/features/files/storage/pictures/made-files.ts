import { thumbnailFormats } from "../../../../protocol/limits.ts";

/** Names of derived pictures, stored next to the original. */
export const SMALL = "small";
export const MEDIUM = "medium";

export const madeKey = (key: string, name: string) => `${key}/${name}`;

const names = [SMALL, MEDIUM, ...thumbnailFormats.map(({ name }) => name)];

/** Returns the key of a file, and those of all pictures possibly derived from it. */
export const withMade = (key: string): string[] => [key, ...names.map((name) => madeKey(key, name))];

/** Whether a key is that of a derived picture, which is deleted with its original. */
export const isMadeKey = (key: string): boolean => names.includes(key.slice(key.lastIndexOf("/") + 1));
