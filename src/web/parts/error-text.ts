import { Refused, Unreachable } from "../wire/refused.ts";
import { errorsWords } from "../words/errors.ts";

/** What people are told of an error: the server's own words where it has refused, else that it was not there. */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return error instanceof Unreachable ? errorsWords().unreachable : errorsWords().unknown;
}

interface Toasting {
  toast(toast: { readonly text: string; readonly kind: "error" }): void;
}

/** Tells people of an error beside what they do. */
export const tellError = (client: Toasting, error: unknown): void =>
  client.toast({ text: errorText(error), kind: "error" });
