import type { Client } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { attempt } from "../attempt.ts";

/** Adds or removes a flag of the user's own on messages; the page shows it at once. */
export async function changeFlag(
  client: Client,
  messages: readonly MessageId[],
  { op, flag }: { readonly op: "add" | "remove"; readonly flag: "starred" | "collapsed" | "read" },
): Promise<void> {
  const event = (change: "add" | "remove") =>
    ({ type: "update_message_flags", op: change, flag, messages, all: false }) as const;
  client.assume(event(op));
  if (!(await attempt(client, () => client.api.post("/messages/flags", { messages, op, flag }))))
    client.assume(event(op === "add" ? "remove" : "add"));
}
