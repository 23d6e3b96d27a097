import type { Client } from "../../client/client.ts";
import { knownIn, moveAct } from "../../client/sending/optimistic-events.ts";
import { isPermitted } from "../../keyboard.ts";
import { loadBoards } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { canChangeBoard, pinnedTopics } from "../../model/channels/board-pins.ts";
import { canResolve } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import { canInviteOutside } from "../../model/channels/outside-rules.ts";
import {
  isHidden,
  isResolved,
  resolved,
  topicName,
  unresolved,
  VISIBILITY,
  visibilityOf,
} from "../../model/channels/topics.ts";
import type { AnyEvent } from "../../model/event.ts";
import type { ChannelId, MessageId } from "../../model/ids.ts";
import { canMoveOut, canRename } from "../../model/messages/message-permissions.ts";
import { topicNameKey } from "../../model/routes/conversation.ts";
import { unreadInTopic } from "../../model/unread/unread-counts.ts";
import { confirm } from "../../parts/overlays/dialog.tsx";
import type { MenuEntry } from "../../parts/overlays/menu.tsx";
import { dialogsWords } from "../../words/dialogs.ts";
import { feedWords } from "../../words/feed.ts";
import { keysWords } from "../../words/help.ts";
import { attempt, showDone } from "../attempt.ts";
import { copyText } from "../copy-text.ts";
import { inviteOutside } from "../invite-outside.ts";
import { markRead } from "../mark-as-read/mark-read.ts";
import { newestInTopic, openMove } from "./move-dialog.tsx";

interface Topic {
  readonly channel: ChannelId;
  readonly topic: string;
}

type Visibility = (typeof VISIBILITY)[keyof typeof VISIBILITY];

export function topicMenu(client: Client, place: Topic): readonly MenuEntry[] {
  const state = client.watch();
  const channel = channelById(state, place.channel);
  const w = dialogsWords();
  const visibility = visibilityOf(state, place.channel, place.topic);
  const isPinned = pinnedTopics(state, place.channel).has(topicNameKey(place.topic));
  const isMuted = isHidden(state, place.channel, place.topic);
  const policy = (label: string, icon: "bell-ring" | "bell" | "bell-off", value: Visibility): MenuEntry => ({
    label,
    icon,
    one: true,
    checked: visibility === value,
    run: () => void changeVisibility(client, place, value),
  });
  if (!isPermitted("followTopic")) {
    return [{ label: w.copyTopicLink, icon: "link", run: () => void copyLink(client, place) }];
  }
  return [
    unreadInTopic(state, place.channel, place.topic) !== undefined && {
      label: w.markTopicRead,
      icon: "check",
      run: () => markRead(client, [{ kind: "topic", ...place }]),
    },
    { label: w.copyTopicLink, icon: "link", run: () => void copyLink(client, place) },
    channel &&
      canChangeBoard(state, channel) && {
        label: isPinned ? w.unpinTopic : w.pinTopic,
        icon: isPinned ? "pin-off" : "pin",
        run: () => void togglePinned(client, place, !isPinned),
      },
    channel &&
      canResolve(state, channel) &&
      place.topic !== "" && {
        label: isResolved(place.topic) ? feedWords().unresolve : feedWords().resolve,
        icon: "circle-check",
        action: "resolveTopic",
        run: () => void toggleResolved(client, place),
      },
    channel &&
      (canRename(state, channel) || canMoveOut(state, channel)) && {
        label: w.rename,
        icon: "pencil",
        run: () => void renameTopic(client, place),
      },
    channel &&
      canInviteOutside(state, channel) && {
        label: keysWords().actions.inviteOutside,
        icon: "door-open",
        run: () => void inviteOutside(client, place.channel, place.topic),
      },
    "line",
    { title: w.topicPolicy },
    policy(feedWords().follow, "bell-ring", VISIBILITY.followed),
    policy(w.inherit, "bell", VISIBILITY.inherited),
    isMuted && visibility !== VISIBILITY.muted
      ? policy(w.unmute, "bell", VISIBILITY.unmuted)
      : policy(w.mute, "bell-off", VISIBILITY.muted),
    state.is_admin && "line",
    state.is_admin && {
      label: w.removeTopic,
      icon: "trash-2",
      danger: true,
      run: () => void deleteTopic(client, place),
    },
  ];
}

async function togglePinned(client: Client, { channel, topic }: Topic, isPinned: boolean): Promise<void> {
  const { addPin, unpinTopic } = await loadBoards();
  if (isPinned) addPin(client, channel, { topic });
  else unpinTopic(client, channel, topic);
}

const copyLink = (client: Client, { channel, topic }: Topic) =>
  copyText(
    client,
    location.origin + location.pathname + hashForRoute({ view: "topic", channel, topic }, client.watch()),
  );

/** Sets a topic's visibility policy, and offers to undo it. */
export async function changeVisibility(client: Client, place: Topic, value: Visibility): Promise<void> {
  const { channel, topic } = place;
  const w = dialogsWords();
  const before = visibilityOf(client.watch(), channel, topic) as Visibility;
  if (before === value) return;
  const name = topicName(client.watch(), topic);
  const said = {
    [VISIBILITY.inherited]: w.inheriting,
    [VISIBILITY.muted]: w.mutedTopic,
    [VISIBILITY.unmuted]: w.unmutedTopic,
    [VISIBILITY.followed]: w.following,
  }[value];
  const event = (visibility_policy: Visibility): AnyEvent => ({
    ...{ type: "user_topic", stream_id: channel, topic_name: topic, visibility_policy },
    last_updated: Math.floor(Date.now() / 1000),
  });
  const fields = { stream_id: channel, topic, visibility_policy: value };
  void client.acts.act({
    method: "post",
    path: "/user_topics",
    fields,
    shows: [event(value)],
    undoes: [event(before)],
  });
  showDone(client, said(name), () => changeVisibility(client, place, before));
}

/** Sets a visibility policy, or removes it if already set. */
export function toggleVisibility(client: Client, place: Topic, value: Visibility): void {
  const before = visibilityOf(client.watch(), place.channel, place.topic);
  void changeVisibility(client, place, before === value ? VISIBILITY.inherited : value);
}

/**
 * Returns the id of a topic's newest message, if any. In API requests, a topic is identified by one of its messages.
 */
async function anyMessageOf(client: Client, { channel, topic }: Topic): Promise<MessageId | undefined> {
  if (client.connection.peek().kind === "offline") return knownIn(client, { channel, topic }).at(-1)?.id;
  return newestInTopic(client, channel, topic);
}

export async function toggleResolved(client: Client, place: Topic): Promise<void> {
  const w = dialogsWords();
  const wasResolved = isResolved(place.topic);
  const topic = wasResolved ? unresolved(place.topic) : resolved(place.topic);
  await attempt(client, async () => {
    const id = await anyMessageOf(client, place);
    if (id === undefined) return client.toast({ text: w.noMessages, kind: "error" });
    await client.acts.actNow(moveAct(client, id, { from: place, fields: { topic, propagate_mode: "change_all" } }));
    const name = unresolved(place.topic);
    showDone(client, wasResolved ? w.unresolved(name) : w.resolved(name), () =>
      toggleResolved(client, { ...place, topic }),
    );
  });
}

const renameTopic = (client: Client, place: Topic) =>
  attempt(client, async () => {
    const id = await anyMessageOf(client, place);
    if (id === undefined) client.toast({ text: dialogsWords().noMessages, kind: "error" });
    else openMove(client, { id, stream_id: place.channel, subject: place.topic }, "change_all");
  });

/** Deletes all messages of a topic after confirmation. Long topics take several requests. */
async function deleteTopic(client: Client, { channel, topic }: Topic): Promise<void> {
  const w = dialogsWords();
  const agreed = await confirm({
    title: w.removeTopicAsk(topicName(client.watch(), topic)),
    text: w.removeTopicText,
    action: w.removeTopic,
    danger: true,
  });
  if (!agreed) return;
  const path = `/streams/${channel}/delete_topic`;
  const removeAll = async () => {
    while (!(await client.api.post<{ complete: boolean }>(path, { topic_name: topic })).complete);
  };
  await attempt(client, removeAll, { done: w.removedTopic });
}
