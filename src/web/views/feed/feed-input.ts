import type { ReadonlySignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { goToNextUnread } from "../../client/background/next-unread.ts";
import { useClient } from "../../client/client.ts";
import type { Anchor } from "../../client/feed.ts";
import { useAction } from "../../keyboard.ts";
import { ACTION_NAMES, ACTIONS } from "../../keys.ts";
import { type Conversation, conversationKeyAt } from "../../model/routes/conversation.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { type UnreadConversation, unreadOf } from "../../model/unread/unread-counts.ts";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { messageWords } from "../../words/feed.ts";
import { markRead } from "../mark-as-read/mark-read.ts";
import { actOn, type OnMessage } from "../message/actions.ts";
import { menuEntries } from "../message/message-toolbar.tsx";
import { placeOfChannel, placeOfMessage } from "../place-of.ts";
import type { MessageWindow } from "./message-window.tsx";
import type { Row } from "./rows.ts";
import type { VisibleRows } from "./scroll-target.ts";
import { followTouch } from "./touch.ts";

interface FeedInputProps {
  readonly place: FeedRoute;
  readonly shown: RefObject<MessageWindow | null>;
  readonly rows: ReadonlySignal<readonly Row[]>;
  readonly visibleRows: ReadonlySignal<VisibleRows | undefined>;
  readonly goTo: (anchor: Anchor) => unknown;
}

const ON_MESSAGES = ACTION_NAMES.filter(
  (name) => name === "showInContext" || (ACTIONS[name].where === "message" && name !== "messageMenu"),
);

/** Returns a channel's unread conversations, or the place's own conversation if it is unread. */
function unreadAt(state: State, place: FeedRoute): readonly Conversation[] {
  const isHere = ({ key, conversation }: UnreadConversation): boolean => {
    if (place.view === "channel") return conversation.kind === "topic" && conversation.channel === place.channel;
    return key === conversationKeyAt(place);
  };
  const unread = [...unreadOf(state).conversations.values()];
  return unread.filter(isHere).map(({ conversation }) => conversation);
}

/** Handles touches and the keys of a feed, which move between messages and act on them. Renders nothing. */
export function FeedInput({ place, shown, rows, visibleRows, goTo }: FeedInputProps) {
  const client = useClient();
  useTouch(place, rows);
  useAction("nextMessage", () => shown.current?.step(1) ?? false);
  useAction("previousMessage", () => shown.current?.step(-1) ?? false);
  useAction("pageDown", () => {
    if (visibleRows.value?.isAtEnd === true) void goToNextUnread(client, "any");
    else shown.current?.page(1);
  });
  useAction("pageUp", () => shown.current?.page(-1));
  useAction("firstMessage", () => goTo(1));
  useAction("lastMessage", () => goTo("newest"));

  const meant = (): OnMessage | undefined => {
    const anchor = shown.current?.messageForKeys;
    const message = rows.value.find((row) => row.key === anchor?.dataset["row"])?.message;
    if (message === undefined || anchor === undefined) return undefined;
    return { client, message, place, anchor: anchor.querySelector(".message") ?? anchor };
  };
  for (const name of ON_MESSAGES) {
    // The list never changes, so the hook order stays the same.
    useAction(name, () => {
      const on = meant();
      return on !== undefined && actOn(name, on);
    });
  }
  useAction("markConversationRead", () => {
    const conversations = unreadAt(client.watch(), place);
    if (conversations.length > 0) markRead(client, conversations);
    return conversations.length > 0;
  });
  useAction("openTopic", () => {
    const state = client.watch();
    if (place.view === "topic") client.go(placeOfChannel(state, place.channel));
    else if (place.view === "direct") client.go({ view: "directs" });
    else {
      const message = meant()?.message;
      if (message === undefined) return false;
      client.go(placeOfMessage(message, state.user_id));
    }
    return true;
  });
  useAction("messageMenu", () => {
    const on = meant();
    if (on === undefined) return false;
    void openMenu(on.anchor, messageWords().actions, menuEntries(on));
    return true;
  });
  return null;
}

/** Handles touches on messages, on touch-screen devices. */
function useTouch(place: FeedRoute, rows: ReadonlySignal<readonly Row[]>): void {
  const client = useClient();
  useEffect(() => {
    if (matchMedia("(any-pointer: coarse)").matches) return followTouch(client, place, rows);
    return undefined;
  }, [client, place, rows]);
}
