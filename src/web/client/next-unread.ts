import { nextUnread, type UnreadKind } from "../model/next-unread.ts";
import { unreadOf } from "../model/unread-counts.ts";
import { words } from "../words/words.ts";
import type { Client } from "./client.ts";

/** Goes on with the next unread conversation; where none is left, it says so, and stays. */
export function goToNextUnread(client: Client, kind: UnreadKind): void {
  const state = client.watch();
  const next = nextUnread(state, client.place.peek(), kind);
  if (next?.kind === "topic") client.go({ view: "topic", channel: next.channel, topic: next.topic });
  else if (next !== undefined) client.go({ view: "direct", users: next.users });
  else client.toast({ text: unreadOf(state).total === 0 ? words().inbox.allRead : words().inbox.nothingLeft[kind] });
}
