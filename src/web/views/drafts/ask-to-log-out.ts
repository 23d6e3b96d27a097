import type { Client } from "../../client/client.ts";
import { logOut } from "../../client/session/log-out.ts";
import { confirm } from "../../parts/overlays/dialog.tsx";
import { listed } from "../../words/format.ts";
import { draftsWords } from "../../words/screens.ts";
import { attempt } from "../attempt.ts";
import { compositionOf } from "../compose/composition.ts";

/** Logs out. Asks first if that deletes messages or drafts that only exist on this device. */
export async function askToLogOut(client: Client): Promise<void> {
  compositionOf(client).keep();
  const messages = client.outbox.pending.peek().filter(({ id }) => id === undefined).length;
  const drafts = client.drafts.onlyHere();
  if (messages + drafts > 0) {
    const w = draftsWords();
    const unsent = [messages > 0 && w.unsentMessages(messages), drafts > 0 && w.unsentDrafts(drafts)];
    const text = w.logOutText(messages + drafts, listed(unsent.filter((one) => one !== false)));
    if (!(await confirm({ title: w.logOutTitle, text, action: w.logOutAnyway, danger: true }))) return;
  }
  await attempt(client, () => logOut(client));
}
