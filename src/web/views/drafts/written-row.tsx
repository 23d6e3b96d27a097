import "./written-row.css";
import type { ComponentChildren } from "preact";
import { useId, useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { Target } from "../../model/routes/conversation.ts";
import { useFocusKept } from "../../parts/overlays/keep-focus.ts";
import { draftsWords } from "../../words/screens.ts";
import { ChannelMark, DirectMark } from "../channels/conversation-marks.tsx";
import { nameOfDirect } from "../people/names.ts";

/** A list of drafts, scheduled messages or reminders. */
export function WrittenList({ label, children }: { readonly label: string; readonly children: ComponentChildren }) {
  const list = useRef<HTMLUListElement>(null);
  useFocusKept(list);
  return (
    <ul class="written-list" aria-label={label} ref={list}>
      {children}
    </ul>
  );
}

interface WrittenRowProps {
  /** The item's conversation. Undefined if the item only has text, such as a reminder's note. */
  readonly target: Target | undefined;
  /** When the item was written or is due. */
  readonly time: ComponentChildren;
  readonly repeats?: ComponentChildren;
  readonly warning?: string | undefined;
  readonly children: ComponentChildren;
  /** Renders the buttons. `about` is the id of the element that describes them. */
  readonly actions: (about: string) => ComponentChildren;
}

/** A draft, scheduled message or reminder: its target, time, text and actions. */
export function WrittenRow({ target, time, repeats, warning, children, actions }: WrittenRowProps) {
  const about = useId();
  return (
    <li class="written">
      <div class="written-head" id={about}>
        {target && <WrittenTo target={target} />}
        <span class="written-time">{time}</span>
      </div>
      {repeats}
      <div class="written-text">{children}</div>
      {warning !== undefined && <p class="written-warning">{warning}</p>}
      <div class="written-actions">{actions(about)}</div>
    </li>
  );
}

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
