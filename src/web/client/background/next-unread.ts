import type { MessageId } from "../../model/ids.ts";
import { topicKey } from "../../model/routes/conversation.ts";
import { nextUnread, type UnreadKind } from "../../model/unread/next-unread.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { jumpsWords } from "../../words/feed-parts.ts";
import { inboxWords } from "../../words/inbox.ts";
import type { Client } from "../client.ts";

/** Goes to the next unread conversation, or shows a toast if there is none. */
export function goToNextUnread(client: Client, kind: UnreadKind): void {
  const state = client.watch();
  const next = nextUnread(state, client.place.peek(), kind, newestHere(client));
  if (next?.kind === "topic") client.go({ view: "topic", channel: next.channel, topic: next.topic });
  else if (next !== undefined) client.go({ view: "direct", users: next.users });
  else client.toast({ text: unreadOf(state).total === 0 ? inboxWords().allRead : jumpsWords().nothingLeft[kind] });
}

function newestHere(client: Client): MessageId | undefined {
  const place = client.place.peek();
  if (place.view !== "topic") return undefined;
  const here = topicKey(place.channel, place.topic);
  const listed = client.topics.of(place.channel).peek().topics;
  return listed?.find(({ name }) => topicKey(place.channel, name) === here)?.max_id;
}
