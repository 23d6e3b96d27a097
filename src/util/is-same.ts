import { createHash, timingSafeEqual } from "node:crypto";

/** Whether two texts are the same, in a time that tells neither where they differ nor how long the expected one is. */
export const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string) => createHash("sha256").update(text).digest();
