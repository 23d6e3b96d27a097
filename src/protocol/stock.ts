import { badRequest } from "./errors.ts";
import { limits } from "./limit-table.ts";

/** How much of something there is. */
export interface Extent {
  readonly number: number;
  readonly bytes: number;
}

export const tooMany = (most: number, things: string) => badRequest(`You cannot have more than ${most} ${things}.`);

/** Refuses to have an account keep so many of something, where that is more than it may. */
export function checkNumber(number: number, most: number, things: string): void {
  if (number > most) throw tooMany(most, things);
}

/** Refuses what would make more of what an account keeps: by their number, or by what they take together. */
export function checkRoom(kept: Extent, more: Extent, { most, things }: { most: number; things: string }): void {
  if (more.number > 0) checkNumber(kept.number + more.number, most, things);
  const { kept_bytes } = limits.account;
  if (more.bytes > 0 && kept.bytes + more.bytes > kept_bytes) {
    throw badRequest(`Your ${things} cannot take more than ${kept_bytes} bytes.`);
  }
}

/** Refuses to have an organization keep so many of something, where that is more than it may. */
export function checkOrganizationHas(number: number, most: number, things: string): void {
  if (number > most) throw badRequest(`This organization has too many ${things}.`);
}

/** What texts take in the store. */
export const bytesOf = (...texts: readonly (string | null)[]): number =>
  texts.reduce((bytes, text) => bytes + Buffer.byteLength(text ?? ""), 0);
