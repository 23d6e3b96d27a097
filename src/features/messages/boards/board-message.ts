import * as v from "valibot";
import { fillMarkup, messageLink, parseMarkup, topicUrl } from "../../../markup/index.ts";
import { type ChannelId, channelIdSchema } from "../../../protocol/ids.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import { job } from "../../../realm/job.ts";
import { cacheKey, type Realm } from "../../../realm/realm.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../../../util/time.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { placeOfMessage, placesOfMessages } from "../../conversations/conversations.ts";
import { topicWithId } from "../../conversations/topics.ts";
import { actorOf, findUser, systemBot, type User } from "../../organization/accounts/accounts.ts";
import { sendChannelNotice } from "../../organization/system-messages/system-messages.ts";
import { textsLeavingHook } from "../core/hooks.ts";
import type { QuietMessages } from "../core/read-state/quiet-messages.ts";
import { markupNames } from "../core/send/markup-names.ts";
import { messageInRealm, withContentInRealm } from "../core/store/access-to-change.ts";
import { watchersOf } from "../core/store/message-watchers.ts";
import { reclaimUploads } from "../core/store/uploads.ts";
import { writeEdit } from "../core/store/write-edit.ts";
import { emitUpdated } from "../editing/emit-updated.ts";
import type { BoardMessageRow, PinRow } from "./rows.ts";
import * as rows from "./rows.ts";

export const SHOW_BOARD_JOB = "show-board";
const TOPIC = "board";

const NEVER: Milliseconds = milliseconds(0);
const messagesKey = cacheKey<QuietMessages>("board messages");

/** Returns the messages that show boards. They count as read for everyone from the start. */
export const boardMessages = (realm: Realm): QuietMessages =>
  realm.cached(messagesKey, () => {
    const byConversation = new Map(
      rows.allBoardMessages.all(realm.sql, {}).flatMap(({ channel_id, message_id }) => {
        const channel = channelIndex(realm).byId.get(channel_id);
        return channel === undefined || message_id === null ? [] : [[channel.conversation_id, message_id] as const];
      }),
    );
    return { byConversation, ids: new Set(byConversation.values()) };
  });

const stateOf = (realm: Realm, channel: ChannelId) =>
  rows.boardMessageOf.first(realm.sql, { channel }) ?? {
    ...{ channel_id: channel, message_id: null },
    ...{ shown_at: NEVER, is_waiting: 0 },
  };

/**
 * Schedules an update, at most once a minute, of the message that shows a board to clients without support for boards.
 */
export function boardChanged(realm: Realm, channel: ChannelId): void {
  const state = stateOf(realm, channel);
  if (state.is_waiting === 1) return;
  rows.putBoardMessage.run(realm.sql, { ...state, is_waiting: 1 });
  showLater(realm, state);
}

/** Updates the messages of boards that name this user as the sender of a pinned message. */
export function showWithNewName(realm: Realm, { id }: User): void {
  const pins = rows.messagePins.all(realm.sql, {});
  const places = placesOfMessages(
    realm,
    pins.map(({ message_id }) => message_id),
  );
  const sent = new Set(places.filter(({ sender_id }) => sender_id === id).map(({ id: message }) => message));
  for (const { channel_id, message_id } of pins) if (sent.has(message_id)) boardChanged(realm, channel_id);
}

function showLater(realm: Realm, state: Pick<BoardMessageRow, "channel_id" | "shown_at">): void {
  const { channel_id: channel } = state;
  const now = realm.clock.milliseconds();
  const next = after(state.shown_at, MINUTE_MS);
  realm.outbox.add(SHOW_BOARD_JOB, { channel }, next > now ? next : now);
}

/** Job: writes the message that shows a board, or edits it in place, even in an archived channel. Safe to repeat. */
export const showBoard = job(v.object({ channel: channelIdSchema }), async ({ realm }, { channel: id }) => {
  const content = contentOf(realm, id);
  const markup = await parseMarkup(content ?? "");
  const { message_id } = stateOf(realm, id);
  await realm.changeWithMessages(message_id === null ? [] : [message_id], () => {
    const channel = channelIndex(realm).byId.get(id);
    const state = { ...stateOf(realm, id), is_waiting: 0 };
    // The board changed again while the message was being prepared.
    if (contentOf(realm, id) !== content || state.message_id !== message_id) {
      showLater(realm, state);
      return;
    }
    if (channel === undefined || content === undefined) {
      rows.putBoardMessage.run(realm.sql, state);
      return;
    }
    const rendered = fillMarkup(markup, namesFor(realm, id));
    const edited = message_id === null ? undefined : edit(realm, channel, message_id, { content, rendered });
    const send = () => sendChannelNotice(realm, { channel: id, topic: TOPIC, content, rendered, isQuiet: true });
    const message = edited ?? (channel.is_archived === 1 ? null : send());
    rows.putBoardMessage.run(realm.sql, { ...state, message_id: message, shown_at: realm.clock.milliseconds() });
    realm.forget(messagesKey);
  });
});

/** Resolves names as the page's last writer sees them, because all readers of the channel see the same text. */
function namesFor(realm: Realm, channel: ChannelId) {
  const writer = rows.newestPage.first(realm.sql, { channel })?.edited_by ?? null;
  const user = writer === null ? undefined : findUser(realm, writer);
  const names = markupNames(realm, user === undefined ? null : actorOf(user));
  return user === undefined ? { ...names, channelByName: () => undefined } : names;
}

type Text = Pick<Parameters<typeof writeEdit>[2], "content" | "rendered">;

/** Edits a board's message without adding to its edit history. Returns undefined if the message left the channel. */
function edit(realm: Realm, channel: Channel, id: number, { content, rendered }: Text) {
  const place = placeOfMessage(realm, id);
  const [held] = place === undefined ? [] : withContentInRealm(realm, [place]);
  if (held === undefined || held.conversation_id !== channel.conversation_id) return undefined;
  const { content: orig_content, html: orig_rendered_content, sent_at } = messageInRealm(realm, held);
  if (content === orig_content) return held.id;
  const { id: user_id, role } = systemBot(realm, "notification-bot");
  realm.run(textsLeavingHook, [held], "edited");
  writeEdit(realm, held.id, { content, rendered, channelWildcard: false, topicWildcardUsers: null });
  const { id: message, conversation_id } = held;
  const linking = { id: message, sent_at, conversation_id, channel_id: channel.id };
  reclaimUploads(realm, linking, { editor: { user_id, role }, paths: rendered.attachmentPaths });
  emitUpdated(realm, watchersOf(realm, [held]), {
    target: held.id,
    content: { orig_content, orig_rendered_content, content, rendered_content: rendered.html, is_me_message: false },
    rest: {
      user_id,
      rendering_only: false,
      edit_timestamp: realm.seconds(),
      stream_id: channel.id,
      stream_name: channel.name,
    },
  });
  return held.id;
}

/** Maximum characters of the list of pins. The rest of the message is for the page. */
const MAX_LIST = 3000;
const TRUNCATED = "\n[page truncated]";
const HEAD = "*The board of this channel.*";

/**
 * Returns a board as Markdown. Undefined if it has no message yet and needs none, because it is empty or its channel is
 * archived.
 */
function contentOf(realm: Realm, id: ChannelId): string | undefined {
  const channel = channelIndex(realm).byId.get(id);
  if (channel === undefined) return undefined;
  // Mentions are silent, so that users named on a page aren't notified of each change to it.
  const page = (rows.newestPage.first(realm.sql, { channel: id })?.content ?? "").replace(/@(?=\*)/g, "@_");
  const list = listOf(realm, channel, rows.pinsOfChannel.all(realm.sql, { channel: id }));
  const isNotSent = channel.is_archived === 1 || (page === "" && list === "");
  if (isNotSent && stateOf(realm, id).message_id === null) return undefined;
  const room = lengthLimits.max_message_length - [...list].length - HEAD.length - 20;
  const characters = [...page];
  const shown = characters.length <= room ? page : characters.slice(0, room - TRUNCATED.length).join("") + TRUNCATED;
  return [HEAD, shown, list].filter((part) => part !== "").join("\n\n");
}

function listOf(realm: Realm, channel: Channel, pins: readonly PinRow[]): string {
  let list = "";
  for (const pin of pins) {
    const line = lineOf(realm, channel, pin);
    if (line !== undefined && list.length + line.length < MAX_LIST) list += `${list === "" ? "" : "\n"}* ${line}`;
  }
  return list;
}

/** Topics and messages are only shown if all readers of the channel can read them. */
function lineOf(realm: Realm, { id, name, history_public_to_subscribers }: Channel, pin: PinRow): string | undefined {
  if (pin.url !== null) return `[${label(pin.title)}](${pin.url.replaceAll(")", "%29")})`;
  if (history_public_to_subscribers === 0) return undefined;
  if (pin.topic_id !== null) {
    const topic = topicWithId(realm, pin.topic_id)?.name;
    return topic === undefined ? undefined : `[${label(topic || "general chat")}](${topicUrl(id, name, topic)})`;
  }
  const place = pin.message_id === null ? undefined : placeOfMessage(realm, pin.message_id);
  const topic = place?.topic_id == null ? undefined : topicWithId(realm, place.topic_id)?.name;
  const sender = place && findUser(realm, place.sender_id);
  if (place === undefined || topic === undefined || sender === undefined) return undefined;
  return `[${label(`${sender.full_name}: ${topic || "general chat"}`)}](${messageLink(id, name, topic, place.id)})`;
}

/** Makes a string safe as the label of a Markdown link. */
const label = (text: string): string => text.replace(/[[\]`*_\r\n]/g, " ").trim() || "…";
