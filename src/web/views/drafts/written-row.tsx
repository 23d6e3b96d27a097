import "./written-row.css";
import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { channelById } from "../../model/channels.ts";
import { topicName } from "../../model/topics.ts";
import { draftsWords } from "../../words/later-words.ts";
import { ChannelMark } from "../channels/channel-mark.tsx";
import type { Target } from "../compose/target.ts";
import { DirectMark } from "../people/direct-mark.tsx";
import { nameOfDirect } from "../people/names.ts";

interface WrittenRowProps {
  /** Undefined where there is only a text. */
  readonly target: Target | undefined;
  /** When it was or will be. */
  readonly time: ComponentChildren;
  readonly warning?: string | undefined;
  readonly children: ComponentChildren;
  readonly actions: ComponentChildren;
}

/** Something that was written and is not sent, or not yet: where it goes, when, and what can be done with it. */
export const WrittenRow = ({ target, time, warning, children, actions }: WrittenRowProps) => (
  <li class="written">
    <div class="written-head">
      {target && <WrittenTo target={target} />}
      <span class="written-time">{time}</span>
    </div>
    <div class="written-text">{children}</div>
    {warning !== undefined && <p class="written-warning">{warning}</p>}
    <div class="written-actions">{actions}</div>
  </li>
);

function WrittenTo({ target }: { readonly target: Target }) {
  const state = useClient().watch("channels", "users", "realm");
  if (target.kind === "direct") {
    const others = target.users.filter((id) => id !== state.user_id);
    return (
      <span class="written-to one-line">
        <DirectMark users={others} />
        <b>{target.users.length === 0 ? draftsWords().nobody : nameOfDirect(state, others)}</b>
      </span>
    );
  }
  const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
  return (
    <span class="written-to one-line">
      {channel && <ChannelMark channel={channel} />}
      <bdi>{channel?.name ?? draftsWords().nowhere}</bdi>
      <span aria-hidden="true">›</span>
      <b>
        <bdi>{topicName(state, target.topic)}</bdi>
      </b>
    </span>
  );
}
