import type { Client } from "../../client/client.ts";
import { flagAct } from "../../client/sending/flag-act.ts";
import { deleteAct } from "../../client/sending/optimistic-events.ts";
import { isPermitted } from "../../keyboard.ts";
import type { ActionName } from "../../keys.ts";
import { loadBoards, loadLater } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { canChangeBoard } from "../../model/channels/board-pins.ts";
import { channelById } from "../../model/channels/channels.ts";
import { isHistorical, isStarred, type Message } from "../../model/message.ts";
import {
  canDelete,
  canEdit,
  canReact,
  canReply,
  directLock,
  movesOf,
} from "../../model/messages/message-permissions.ts";
import { isOnlyVoice } from "../../model/messages/voice-message.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { pickEmoji } from "../../parts/emoji/pick-emoji.ts";
import type { IconName } from "../../parts/icon.tsx";
import { confirm } from "../../parts/overlays/dialog.tsx";
import { appWords } from "../../words/app.ts";
import { dialogsWords } from "../../words/dialogs.ts";
import { labelOf } from "../../words/help.ts";
import { attempt } from "../attempt.ts";
import { compositionOf } from "../compose/composition.ts";
import { sourceOf } from "../compose/editing/edit-message.ts";
import { editedMessage } from "../compose/editing/edited-message.tsx";
import { forwardMessage, quoteMessage } from "../compose/quote-message.ts";
import { hasPictures, PICTURE_LINKS } from "../content/picture-links.ts";
import { copyText } from "../copy-text.ts";
import { openHistory, openReceipts } from "../dialogs/history-and-receipts.tsx";
import { openMove } from "../dialogs/move-dialog.tsx";
import { openReport } from "../dialogs/report-dialog.tsx";
import { markUnreadFrom } from "../mark-as-read/mark-unread-from.ts";
import { placeOfMessage } from "../place-of.ts";
import { openLightbox } from "./lightbox.tsx";
import { reactionGroups } from "./reactions.tsx";
import { isRefused, toggleReaction } from "./toggle-reaction.ts";

/** A message, with the context of an action on it. */
export interface OnMessage {
  readonly client: Client;
  readonly message: Message;
  /** The message's row or the clicked button. Popovers open next to it. */
  readonly anchor: Element;
  readonly place: FeedRoute;
}

/** An action on a message, available as a button, menu item or key. */
export interface MessageAction {
  readonly name: ActionName;
  readonly icon: IconName;
  /** Returns the action's label, if it differs from the label of its key. */
  readonly label?: (on: OnMessage) => string;
  /** The menu group. Lines separate the groups. */
  readonly group: "answer" | "mark" | "copy" | "change" | "see" | "remove";
  readonly isDangerous?: true;
  /** True if the action isn't in the menu. */
  readonly isKeyOnly?: true;
  readonly isPossible?: (on: OnMessage) => boolean;
  readonly run: (on: OnMessage) => unknown;
}

const state = ({ client }: OnMessage) => client.watch();
const hasImages = ({ message }: OnMessage) => hasPictures(message.content);

function mayMove(state: State, message: Message): boolean {
  if (message.type !== "stream") return false;
  const { rename, out } = movesOf(state, message);
  return rename || out;
}

function mayPin(state: State, message: Message): boolean {
  const channel = message.type === "stream" ? channelById(state, message.stream_id) : undefined;
  return channel !== undefined && canChangeBoard(state, channel);
}

/** All message actions, in menu order. */
const MESSAGE_ACTIONS: readonly MessageAction[] = [
  {
    name: "react",
    icon: "smile-plus",
    group: "answer",
    isPossible: (on) => canReact(state(on), on.message),
    run: ({ client, message, anchor }) => chooseReaction(client, message, anchor),
  },
  {
    name: "reply",
    icon: "reply",
    group: "answer",
    isPossible: (on) => canReply(state(on), on.message),
    run: ({ client, message }) => compositionOf(client).replyTo(message),
  },
  {
    name: "quote",
    icon: "quote",
    group: "answer",
    isPossible: (on) => canReply(state(on), on.message),
    run: ({ client, message }) => quoteMessage(client, message, document.getElementById(`m${message.id}`) ?? undefined),
  },
  {
    name: "replyToSender",
    icon: "message-square",
    group: "answer",
    isPossible: (on) =>
      on.message.type === "stream" &&
      on.message.sender_id !== state(on).user_id &&
      directLock(state(on), [on.message.sender_id]) === undefined,
    run: ({ client, message }) => compositionOf(client).replyToSender(message),
  },
  {
    name: "mentionSender",
    icon: "at-sign",
    group: "answer",
    isPossible: (on) => canReply(state(on), on.message) && on.message.sender_id !== state(on).user_id,
    run: ({ client, message }) => compositionOf(client).mentionSender(message),
  },
  {
    name: "forward",
    icon: "forward",
    group: "answer",
    run: ({ client, message }) => forwardMessage(client, message),
  },
  {
    name: "thumbsUp",
    icon: "smile",
    group: "answer",
    isKeyOnly: true,
    isPossible: (on) => canReact(state(on), on.message),
    run: ({ client, message }) =>
      toggleReaction(client, message, { emoji_name: "+1", emoji_code: "1f44d", reaction_type: "unicode_emoji" }),
  },
  {
    name: "toggleFirstReaction",
    icon: "smile",
    group: "answer",
    isKeyOnly: true,
    isPossible: (on) => on.message.reactions.length > 0 && canReact(state(on), on.message),
    run: ({ client, message }) => {
      const [first] = reactionGroups(message.reactions);
      return first && toggleReaction(client, message, first.reaction);
    },
  },
  {
    name: "star",
    icon: "star",
    group: "mark",
    label: ({ message }) => (isStarred(message) ? dialogsWords().unstar : dialogsWords().star),
    run: ({ client, message }) =>
      client.acts.act(flagAct([message.id], isStarred(message) ? "remove" : "add", "starred")),
  },
  {
    name: "edit",
    icon: "pencil",
    group: "change",
    label: ({ message }) => (isOnlyVoice(message.content) ? dialogsWords().addTranscript : labelOf("edit")),
    isPossible: (on) => canEdit(state(on), on.message),
    run: ({ message }) => {
      editedMessage.value = message.id;
    },
  },
  {
    name: "markUnreadFrom",
    icon: "mail",
    group: "mark",
    isPossible: ({ message }) => !isHistorical(message),
    run: ({ client, message, place }) => markUnreadFrom(client, message, place),
  },
  {
    name: "pin",
    icon: "pin",
    group: "mark",
    isPossible: (on) => mayPin(state(on), on.message),
    run: async ({ client, message }) =>
      message.type === "stream" && (await loadBoards()).addPin(client, message.stream_id, { message_id: message.id }),
  },
  {
    name: "collapse",
    icon: "minus",
    group: "mark",
    label: ({ message }) => (message.flags.includes("collapsed") ? dialogsWords().expand : dialogsWords().collapse),
    run: ({ client, message }) =>
      client.acts.act(flagAct([message.id], message.flags.includes("collapsed") ? "remove" : "add", "collapsed")),
  },
  {
    name: "copyLink",
    icon: "link",
    group: "copy",
    run: ({ client, message }) => {
      const state = client.watch();
      const address = hashForRoute(placeOfMessage(message, state.user_id), state);
      return copyText(client, `${location.origin}/${address}`);
    },
  },
  {
    name: "copyMessage",
    icon: "copy",
    group: "copy",
    run: ({ client, message }) => attempt(client, async () => copyText(client, (await sourceOf(client, message)).text)),
  },
  {
    name: "viewImage",
    icon: "image",
    group: "see",
    isPossible: hasImages,
    run: ({ message, anchor }) => {
      const row = anchor.closest("[data-row]") ?? anchor;
      const first = row.querySelector(`#m${message.id}`)?.querySelector<HTMLElement>(PICTURE_LINKS) ?? null;
      if (first !== null) openLightbox(first);
    },
  },
  {
    name: "showInContext",
    icon: "messages-square",
    group: "see",
    isPossible: ({ place }) => place.view !== "topic" && place.view !== "direct",
    run: ({ client, message }) => client.go(placeOfMessage(message, client.watch().user_id)),
  },
  {
    name: "history",
    icon: "history",
    group: "see",
    isPossible: ({ client, message }) =>
      client.watch().realm_message_edit_history_visibility_policy !== "none" &&
      (message.last_edit_timestamp !== undefined || message.last_moved_timestamp !== undefined),
    run: ({ client, message }) => openHistory(client, message.id),
  },
  {
    name: "readReceipts",
    icon: "check-check",
    group: "see",
    isPossible: ({ client }) => client.watch().realm_enable_read_receipts,
    run: ({ client, message }) => openReceipts(client, message.id),
  },
  {
    name: "remind",
    icon: "alarm-clock",
    group: "mark",
    run: ({ client, message }) =>
      void attempt(client, async () => (await loadLater()).openReminder(client, message.id)),
  },
  {
    name: "move",
    icon: "arrow-right",
    group: "change",
    isPossible: ({ client, message }) => mayMove(client.watch(), message),
    run: ({ client, message }) => message.type === "stream" && openMove(client, message),
  },
  {
    name: "deleteMessage",
    icon: "trash-2",
    group: "remove",
    isDangerous: true,
    isPossible: ({ client, message }) => canDelete(client.watch(), message),
    run: ({ client, message }) => deleteMessage(client, message),
  },
  {
    name: "report",
    icon: "triangle-alert",
    group: "remove",
    isPossible: ({ client, message }) =>
      client.watch().realm_moderation_request_channel_id !== -1 && message.sender_id !== client.watch().user_id,
    run: ({ client, message }) => openReport(client, message.id),
  },
  {
    name: "userCard",
    icon: "user",
    group: "see",
    run: ({ client, message }) => client.showDetails({ kind: "person", user: message.sender_id }),
  },
];

/** Actions in the toolbar. The others are in its menu. */
export const IN_TOOLBAR: ReadonlySet<ActionName> = new Set(["react", "reply", "star", "edit"]);

export function possibleActions(on: OnMessage): readonly MessageAction[] {
  return MESSAGE_ACTIONS.filter(({ name, isPossible }) => isPermitted(name) && (isPossible?.(on) ?? true));
}

/** Runs an action on a message. Returns false if it isn't possible. */
export function actOn(name: ActionName, on: OnMessage): boolean {
  const action = MESSAGE_ACTIONS.find((one) => one.name === name);
  if (action === undefined || action.isPossible?.(on) === false) return false;
  void action.run(on);
  return true;
}

export const actionLabel = (action: MessageAction, on: OnMessage): string => action.label?.(on) ?? labelOf(action.name);

/** Deletes a message after confirmation, because it can't be restored. */
async function deleteMessage(client: Client, message: Message): Promise<void> {
  const w = dialogsWords();
  const agreed = await confirm({ title: w.remove, text: w.removeAsk, action: appWords().delete, danger: true });
  if (agreed) await attempt(client, () => client.acts.actNow(deleteAct(message)), { done: w.removed });
}

export async function chooseReaction(client: Client, message: Message, anchor: Element): Promise<void> {
  if (isRefused()) return;
  const { server_emoji_data_url: url, realm_emoji } = client.watch();
  const custom = Object.values(realm_emoji).flatMap(({ id, name, source_url: src, deactivated }) =>
    deactivated ? [] : { id, name, src },
  );
  const emoji = await pickEmoji(anchor, { url, custom });
  if (emoji === undefined) return;
  const { type, name: emoji_name, code: emoji_code } = emoji;
  const reaction_type = type === "zulip_extra_emoji" ? "svc_extra_emoji" : type;
  await toggleReaction(client, message, { emoji_name, emoji_code, reaction_type });
}
