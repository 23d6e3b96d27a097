import type { Client } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { confirm } from "../../parts/overlays/confirm.tsx";
import { appWords } from "../../words/app.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { attempt } from "../attempt.ts";

/** Deletes a message after a confirmation, because it cannot be restored. */
export async function deleteMessage(client: Client, id: MessageId): Promise<void> {
  const w = dialogsWords();
  const agreed = await confirm({ title: w.remove, text: w.removeAsk, action: appWords().delete, danger: true });
  if (agreed) await attempt(client, () => client.api.delete(`/messages/${id}`), { done: w.removed });
}
