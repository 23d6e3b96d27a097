import { Refused, Unreachable } from "../wire/api.ts";
import { errorsWords } from "../words/app.ts";

/**
 * Returns the message to show for an error: the server's own if it refused, otherwise one for an unreachable server or
 * an unknown error.
 */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return error instanceof Unreachable ? errorsWords().unreachable : errorsWords().unknown;
}

export const refusalOf = (error: unknown): Refused | undefined => (error instanceof Refused ? error : undefined);

/** Returns the name of the parameter that the server refused. Undefined if the error isn't about a single parameter. */
export function refusedField(error: unknown): string | undefined {
  const name = error instanceof Refused ? error.body["var_name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

interface Toasting {
  toast(toast: { readonly text: string; readonly kind: "error" }): void;
}

export const showError = (client: Toasting, error: unknown): void =>
  client.toast({ text: errorText(error), kind: "error" });
