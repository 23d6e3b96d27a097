import { Refused, Unreachable } from "../wire/refused.ts";
import { words } from "../words/words.ts";

/** What people are told of an error: the server's own words where it has refused, else that it was not there. */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return error instanceof Unreachable ? words().errors.unreachable : words().errors.unknown;
}
