import type { Client } from "../client/client.ts";
import { showError } from "../parts/error-text.ts";
import { appWords } from "../words/app.ts";

export interface AttemptOptions {
  /** The text that says that it is done. */
  readonly done?: string;
  /** Undoes it, by a button beside that text. */
  readonly undo?: (() => unknown) | undefined;
}

/** Runs an action, and shows the error where it fails. Resolves to whether it succeeded. */
export async function attempt(
  client: Client,
  run: () => unknown,
  { done, undo }: AttemptOptions = {},
): Promise<boolean> {
  try {
    await run();
  } catch (error) {
    showError(client, error);
    return false;
  }
  if (done !== undefined) showDone(client, done, undo);
  return true;
}

/** Shows a text that says that something is done, with a button that undoes it. */
export const showDone = (client: Client, text: string, undo?: () => unknown): void =>
  client.toast({
    text,
    ...(undo !== undefined && { action: { label: appWords().undo, run: () => void attempt(client, undo) } }),
  });
