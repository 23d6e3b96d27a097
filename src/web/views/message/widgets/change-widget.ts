import type { Client } from "../../../client/client.ts";
import type { MessageId } from "../../../model/ids.ts";
import { tellError } from "../../../parts/error-text.ts";

/** Changes a poll or a to-do list by a submessage; returns whether the server accepted it. */
export async function changeWidget(
  client: Client,
  message_id: MessageId,
  change: { readonly type: string; readonly [field: string]: unknown },
): Promise<boolean> {
  try {
    await client.api.post("/submessage", { message_id, msg_type: "widget", content: JSON.stringify(change) });
    return true;
  } catch (error) {
    tellError(client, error);
    return false;
  }
}
