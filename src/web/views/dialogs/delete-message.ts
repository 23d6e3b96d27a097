import type { Client } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import { tellError } from "../../parts/error-text.ts";
import { confirm } from "../../parts/overlays/confirm.tsx";
import { appWords } from "../../words/app.ts";
import { dialogsWords } from "../../words/dialogs.ts";

/** Deletes a message after a confirmation, because it cannot be restored. */
export async function deleteMessage(client: Client, id: MessageId): Promise<void> {
  const w = dialogsWords();
  const agreed = await confirm({ title: w.remove, text: w.removeAsk, action: appWords().delete, danger: true });
  if (!agreed) return;
  try {
    await client.api.delete(`/messages/${id}`);
    client.toast({ text: w.removed });
  } catch (error) {
    tellError(client, error);
  }
}
