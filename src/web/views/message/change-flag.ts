import type { Client } from "../../client/client.ts";
import { flagAct } from "../../client/sending/flag-act.ts";
import type { MessageId } from "../../model/ids.ts";

/** Adds or removes one of the user's own flags on messages. The page shows it immediately. */
export async function changeFlag(
  client: Client,
  messages: readonly MessageId[],
  { op, flag }: { readonly op: "add" | "remove"; readonly flag: "starred" | "collapsed" | "read" },
): Promise<void> {
  await client.acts.act(flagAct(messages, op, flag));
}
