import { createHash, timingSafeEqual } from "node:crypto";

/** Compares two strings in a time that doesn't depend on where they differ or how long the expected one is. */
export const isSameSecret = (given: string, expected: string): boolean =>
  timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash("sha256").update(text).digest();
