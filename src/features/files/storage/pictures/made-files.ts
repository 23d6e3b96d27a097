import { thumbnailFormats } from "../../../../protocol/limits.ts";

/** The names of the pictures that are made of a file, which stand beside it in the store. */
export const SMALL = "small";
export const MEDIUM = "medium";

export const madeKey = (key: string, name: string) => `${key}/${name}`;

const names = [SMALL, MEDIUM, ...thumbnailFormats.map(({ name }) => name)];

/** The key of a file, and those of all pictures that may have been made of it. */
export const withMade = (key: string): string[] => [key, ...names.map((name) => madeKey(key, name))];

/** Whether a key is that of a picture that was made of another file: it goes with that one. */
export const isMadeKey = (key: string): boolean => names.includes(key.slice(key.lastIndexOf("/") + 1));
