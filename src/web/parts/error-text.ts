import { Refused, Unreachable } from "../wire/api.ts";
import { errorsWords } from "../words/app.ts";

/**
 * Returns an error's text: the server's message if it refused, otherwise that the server is unreachable or the error is
 * unknown.
 */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return error instanceof Unreachable ? errorsWords().unreachable : errorsWords().unknown;
}

export const refusalOf = (error: unknown): Refused | undefined => (error instanceof Refused ? error : undefined);

/** Returns the refused parameter's name, if a single one is the reason. */
export function refusedField(error: unknown): string | undefined {
  const name = error instanceof Refused ? error.body["var_name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

interface Toasting {
  toast(toast: { readonly text: string; readonly kind: "error" }): void;
}

export const showError = (client: Toasting, error: unknown): void =>
  client.toast({ text: errorText(error), kind: "error" });
