import type { Client } from "../../../client/client.ts";
import type { MessageId } from "../../../model/ids.ts";
import { attempt } from "../../attempt.ts";

/** Changes a poll or a to-do list by a submessage; returns whether the server accepted it. */
export const changeWidget = (
  client: Client,
  message_id: MessageId,
  change: { readonly type: string; readonly [field: string]: unknown },
) =>
  attempt(client, () =>
    client.api.post("/submessage", { message_id, msg_type: "widget", content: JSON.stringify(change) }),
  );
