import type { Client } from "../client/client.ts";
import { showError } from "../parts/error-text.ts";
import { appWords } from "../words/app.ts";

export interface AttemptOptions {
  /** The success message. */
  readonly done?: string;
  /** Undoes the action. If given, the success message has a button for it. */
  readonly undo?: (() => unknown) | undefined;
}

/** Runs an action and shows an error if it fails. Resolves to whether it succeeded. */
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

/** Shows a success message with an undo button. */
export const showDone = (client: Client, text: string, undo?: () => unknown): void =>
  client.toast({
    text,
    ...(undo !== undefined && { action: { label: appWords().undo, run: () => void attempt(client, undo) } }),
  });
