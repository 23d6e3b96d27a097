import type { Client } from "../../client/client.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import type { Message } from "../../model/message.ts";
import { attempt } from "../attempt.ts";
import { placeOfMessage } from "../place-of.ts";

export const showMessage = (client: Client, id: number) =>
  attempt(client, async () => {
    const { message } = await client.api.get<{ message: Message }>(`/messages/${id}`, { allow_empty_topic_name: true });
    location.hash = hashForRoute(placeOfMessage(message, client.watch().user_id), client.watch());
  });
