import "./bots.css";
import { useClient } from "../../../client/client.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { topicName } from "../../../model/channels/topics.ts";
import { Avatar } from "../../../parts/indicators/avatar.tsx";
import { ChannelMark } from "../../channels/conversation-marks.tsx";
import { surroundingsOf } from "../../content/content-surroundings.ts";
import { MessageContent } from "../../content/message-content.tsx";

interface DeliveredMessageProps {
  readonly sender: { readonly id: number; readonly name: string; readonly picture?: string | undefined };
  /** The message's channel; undefined for a direct message, and for a template preview. */
  readonly channel?: number | undefined;
  readonly topic: string | undefined;
  readonly html: string;
}

/** A bot's message, rendered as in its conversation. */
export function DeliveredMessage({ sender, channel: id, topic, html }: DeliveredMessageProps) {
  const client = useClient();
  const state = client.watch("channels", "realm", "account");
  const channel = id === undefined ? undefined : channelById(state, id);
  return (
    <article class="delivered" aria-label={sender.name}>
      {topic !== undefined && (
        <p class="delivered-place">
          {channel !== undefined && (
            <span class="delivered-channel">
              <ChannelMark channel={channel} />
              {channel.name}
            </span>
          )}
          <span class="delivered-topic">{topicName(state, topic)}</span>
        </p>
      )}
      <div class="delivered-message">
        <Avatar name={sender.name} id={sender.id} src={sender.picture} />
        <div class="delivered-body">
          <p class="delivered-sender">{sender.name}</p>
          <MessageContent html={html} surroundings={surroundingsOf(client)} />
        </div>
      </div>
    </article>
  );
}
