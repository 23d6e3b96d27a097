import { useComputed } from "@preact/signals";
import { useClient } from "../../../client/client.ts";
import { hasOneConversation } from "../../../model/channels/channel-rules.ts";
import { channelById } from "../../../model/channels/channels.ts";
import { openTopicOffers } from "../../../model/completion/topic-offers.ts";
import { Icon } from "../../../parts/icon.tsx";
import { composeWords } from "../../../words/compose.ts";
import type { Composition } from "../composition.ts";

/** Buttons with topics for a message that has none yet. */
export function TopicOffers({ composition }: { readonly composition: Composition }) {
  const client = useClient();
  const offers = useComputed(() => {
    const { value: target } = composition.target;
    if (!composition.changesTarget.value || target?.kind !== "topic" || target.topic.trim() !== "") return [];
    const state = client.watch("channels", "realm");
    const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
    if (channel === undefined || hasOneConversation(state, channel)) return [];
    const { topics } = client.topics.of(channel.stream_id).value;
    return openTopicOffers(topics, composition.text.value);
  }).value;
  if (offers.length === 0) return null;
  const take = (topic: string) => {
    composition.retopic(topic);
    composition.targetDone();
  };
  const label = composeWords().topicOffers;
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset cannot be a flexible box everywhere
    <div class="composer-notice composer-notice-quiet composer-offers" role="group" aria-label={label}>
      <Icon name="hash" size={15} />
      <span aria-hidden="true">{label}</span>
      {offers.map((topic) => (
        <button key={topic} type="button" class="composer-notice-action one-line" onClick={() => take(topic)}>
          <bdi>{topic}</bdi>
        </button>
      ))}
    </div>
  );
}
