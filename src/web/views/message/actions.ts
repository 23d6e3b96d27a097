import { labelOf } from "../../action-label.ts";
import type { Client } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import type { ActionName } from "../../keys.ts";
import { addressOf } from "../../model/address.ts";
import { isHistorical, isStarred } from "../../model/flags.ts";
import type { Message } from "../../model/message.ts";
import { canDelete, canEdit, canReact, canReply, movesOf } from "../../model/message-permissions.ts";
import { directLock } from "../../model/permissions.ts";
import type { FeedPlace } from "../../model/place.ts";
import type { State } from "../../model/state.ts";
import type { IconName } from "../../parts/icon.tsx";
import { words } from "../../words/words.ts";
import { composing } from "../compose/composing.ts";
import { editedMessage } from "../compose/edited-message.tsx";
import { markUnreadFrom } from "../reading/mark-unread-from.ts";
import { changeFlag } from "./change-flag.ts";
import { chooseReaction } from "./choose-reaction.ts";
import { copyText } from "./copy-text.ts";
import { placeOfMessage } from "./place-of-message.ts";
import { toggleReaction } from "./react.ts";
import { reactionGroups } from "./reaction-groups.ts";

/** A message, and where somebody acts on it. */
export interface OnMessage {
  readonly client: Client;
  readonly message: Message;
  /** The row of the message, or the button that was pressed: what opens stands beside it. */
  readonly anchor: Element;
  readonly place: FeedPlace;
}

/** Something that can be done with a message, by a button, the menu or its key. */
export interface MessageAction {
  readonly name: ActionName;
  readonly icon: IconName;
  /** What it is called here, where that is not what its key is called. */
  readonly label?: (on: OnMessage) => string;
  /** Entries of a menu that belong together stand between two lines. */
  readonly group: "answer" | "mark" | "copy" | "change" | "see" | "remove";
  readonly isDangerous?: true;
  /** The menu leaves it out. */
  readonly isKeyOnly?: true;
  readonly isPossible?: (on: OnMessage) => boolean;
  readonly run: (on: OnMessage) => unknown;
}

const state = ({ client }: OnMessage) => client.watch();
const hasImages = ({ message }: OnMessage) => message.content.includes("message_inline_image");

function mayMove(state: State, message: Message): boolean {
  if (message.type !== "stream") return false;
  const { rename, out } = movesOf(state, message, Date.now() / 1000);
  return rename || out;
}

/** All that can be done with a message, in the order of its menu. */
export const MESSAGE_ACTIONS: readonly MessageAction[] = [
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
    run: async ({ client, message }) => (await composing(client)).replyTo(message),
  },
  {
    name: "quote",
    icon: "quote",
    group: "answer",
    isPossible: (on) => canReply(state(on), on.message),
    run: async ({ client, message }) => {
      const { quoteMessage } = await import("../compose/quote-message.ts");
      await quoteMessage(client, message, document.getElementById(`m${message.id}`) ?? undefined);
    },
  },
  {
    name: "replyToSender",
    icon: "message-square",
    group: "answer",
    isPossible: (on) =>
      on.message.type === "stream" &&
      on.message.sender_id !== state(on).user_id &&
      directLock(state(on), [on.message.sender_id]) === undefined,
    run: async ({ client, message }) => (await composing(client)).replyToSender(message),
  },
  {
    name: "mentionSender",
    icon: "at-sign",
    group: "answer",
    isPossible: (on) => canReply(state(on), on.message) && on.message.sender_id !== state(on).user_id,
    run: async ({ client, message }) => (await composing(client)).mentionSender(message),
  },
  {
    name: "forward",
    icon: "forward",
    group: "answer",
    run: async ({ client, message }) => {
      const { forwardMessage } = await import("../compose/quote-message.ts");
      await forwardMessage(client, message);
    },
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
    label: ({ message }) => (isStarred(message) ? words().message.unstar : words().message.star),
    run: ({ client, message }) =>
      changeFlag(client, [message.id], { op: isStarred(message) ? "remove" : "add", flag: "starred" }),
  },
  {
    name: "edit",
    icon: "pencil",
    group: "change",
    isPossible: (on) => canEdit(state(on), on.message, Date.now() / 1000),
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
    name: "collapse",
    icon: "minus",
    group: "mark",
    label: ({ message }) => (message.flags.includes("collapsed") ? words().message.expand : words().message.collapse),
    run: ({ client, message }) =>
      changeFlag(client, [message.id], {
        op: message.flags.includes("collapsed") ? "remove" : "add",
        flag: "collapsed",
      }),
  },
  {
    name: "copyLink",
    icon: "link",
    group: "copy",
    run: ({ client, message }) => {
      const state = client.watch();
      const address = addressOf(placeOfMessage(message, state.user_id), state);
      return copyText(client, `${location.origin}/${address}`);
    },
  },
  {
    name: "copyMessage",
    icon: "copy",
    group: "copy",
    run: async ({ client, message }) => {
      const reply = await client.api.get<{ raw_content: string }>(`/messages/${message.id}`);
      await copyText(client, reply.raw_content);
    },
  },
  {
    name: "viewImage",
    icon: "image",
    group: "see",
    isPossible: hasImages,
    run: async ({ message, anchor }) => {
      const { openLightbox } = await import("./lightbox.tsx");
      const row = anchor.closest("[data-row]") ?? anchor;
      const first = row.querySelector<HTMLElement>(`#m${message.id} .message_inline_image a`);
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
    run: async ({ client, message }) => (await import("../dialogs/history-dialog.tsx")).openHistory(client, message.id),
  },
  {
    name: "readReceipts",
    icon: "check-check",
    group: "see",
    isPossible: ({ client }) => client.watch().realm_enable_read_receipts,
    run: async ({ client, message }) =>
      (await import("../dialogs/receipts-dialog.tsx")).openReceipts(client, message.id),
  },
  {
    name: "remind",
    icon: "alarm-clock",
    group: "mark",
    run: async ({ client, message }) =>
      (await import("../dialogs/reminder-dialog.tsx")).openReminder(client, message.id),
  },
  {
    name: "move",
    icon: "arrow-right",
    group: "change",
    isPossible: ({ client, message }) => mayMove(client.watch(), message),
    run: async ({ client, message }) => {
      if (message.type === "stream") (await import("../dialogs/move-dialog.tsx")).openMove(client, message);
    },
  },
  {
    name: "deleteMessage",
    icon: "trash-2",
    group: "remove",
    isDangerous: true,
    isPossible: ({ client, message }) => canDelete(client.watch(), message, Date.now() / 1000),
    run: async ({ client, message }) =>
      (await import("../dialogs/delete-message.ts")).deleteMessage(client, message.id),
  },
  {
    name: "report",
    icon: "triangle-alert",
    group: "remove",
    isPossible: ({ client, message }) =>
      client.watch().realm_moderation_request_channel_id !== -1 && message.sender_id !== client.watch().user_id,
    run: async ({ client, message }) => (await import("../dialogs/report-dialog.tsx")).openReport(client, message.id),
  },
  {
    name: "userCard",
    icon: "user",
    group: "see",
    run: ({ client, message }) => {
      client.details.value = { kind: "person", user: message.sender_id };
    },
  },
];

/** What stands in the toolbar itself; all else is in its menu. */
export const IN_TOOLBAR: ReadonlySet<ActionName> = new Set(["react", "reply", "star", "edit"]);

export function possibleActions(on: OnMessage): readonly MessageAction[] {
  return MESSAGE_ACTIONS.filter(({ name, isPossible }) => isPermitted(name) && (isPossible?.(on) ?? true));
}

export const actionLabel = (action: MessageAction, on: OnMessage): string => action.label?.(on) ?? labelOf(action.name);
