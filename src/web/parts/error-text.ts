import { Refused, Unreachable } from "../wire/api.ts";
import { errorsWords } from "../words/app.ts";

/**
 * The text for an error: the server's message where it refused, else that it was not reached or that the error is unknown.
 */
export function errorText(error: unknown): string {
  if (error instanceof Refused) return error.message;
  return error instanceof Unreachable ? errorsWords().unreachable : errorsWords().unknown;
}

/** The name of the parameter that the server has refused, where one alone is the reason. */
export function refusedField(error: unknown): string | undefined {
  const name = error instanceof Refused ? error.body["var_name"] : undefined;
  return typeof name === "string" ? name : undefined;
}

interface Toasting {
  toast(toast: { readonly text: string; readonly kind: "error" }): void;
}

/** Shows an error in a toast. */
export const showError = (client: Toasting, error: unknown): void =>
  client.toast({ text: errorText(error), kind: "error" });
