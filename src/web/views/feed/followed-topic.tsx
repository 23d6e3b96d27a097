import { useLayoutEffect } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { goFromHere } from "../go-from-here.ts";

export interface FollowedTopicProps {
  readonly place: Extract<FeedRoute, { view: "topic" }>;
  readonly message: MessageId;
}

/** Goes to a message's current topic. Used for links that contain the topic's previous name. */
export function FollowedTopic({ place, message }: FollowedTopicProps) {
  const client = useClient();
  useLayoutEffect(() => {
    const { with: _, ...written } = place;
    const goOn = goFromHere(client);
    const go = (found: Message | undefined) => {
      const moved = found?.type === "stream" ? { channel: found.stream_id, topic: found.subject } : {};
      goOn({ ...written, ...moved }, "replace");
    };
    const known = client.messages.get(message);
    if (known !== undefined) return go(known);
    const fields = { allow_empty_topic_name: true };
    const reply = client.api.get<{ readonly message: Message }>(`/messages/${message}`, fields);
    // If the message can't be loaded, the topic in the link is shown.
    void reply.then(
      (one) => go(one.message),
      () => go(undefined),
    );
  }, [client, message, place]);
  return null;
}
