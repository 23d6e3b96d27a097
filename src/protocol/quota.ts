import { badRequest } from "./errors.ts";
import { limits } from "./limit-table.ts";

/** The number of stored items, and their total size. */
export interface Usage {
  readonly number: number;
  readonly bytes: number;
}

export const tooMany = (most: number, things: string) => badRequest(`You can't have more than ${most} ${things}.`);

export function checkCount(number: number, most: number, things: string): void {
  if (number > most) throw tooMany(most, things);
}

/** Throws if the additional items would exceed an account's limits in number or size. */
export function checkQuota(kept: Usage, more: Usage, { most, things }: { most: number; things: string }): void {
  if (more.number > 0) checkCount(kept.number + more.number, most, things);
  const { kept_bytes } = limits.account;
  if (more.bytes > 0 && kept.bytes + more.bytes > kept_bytes) {
    throw badRequest(`Your ${things} cannot take more than ${kept_bytes} bytes.`);
  }
}

export function checkOrganizationHas(number: number, most: number, things: string): void {
  if (number > most) throw badRequest(`This organization has too many ${things}.`);
}

export const byteLengthOf = (...texts: readonly (string | null)[]): number =>
  texts.reduce((bytes, text) => bytes + Buffer.byteLength(text ?? ""), 0);
