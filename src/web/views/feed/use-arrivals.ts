import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import type { Feed } from "../../client/feed.ts";
import { loadDeferred } from "../../loads.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { feedWords } from "../../words/feed.ts";
import { listed } from "../../words/format.ts";
import { nameOfUser } from "../people/names.ts";

export const isAttended = (): boolean => document.hasFocus() && document.visibilityState === "visible";

/**
 * Announces messages from others, and returns the id of the first message that arrived while the user was away. If no
 * message after the "New messages" line has been read, returns the id of the line's message instead.
 */
export function useArrivals(feed: Feed): ReadonlySignal<MessageId | undefined> {
  const client = useClient();
  const sinceAway = useSignal<MessageId | undefined>(undefined);
  const last = useRef<MessageId | undefined>(undefined);
  /** Messages not announced yet. Several in a row are announced together. */
  const untold = useRef<Message[]>([]);
  useSignalEffect(() => {
    const messages = feed.messages.value;
    const { newest } = feed.ends.value;
    const before = last.current;
    last.current = newest ? messages.at(-1)?.id : undefined;
    if (!newest || before === undefined) return;
    const me = client.watch().user_id;
    const arrived = messages.filter((one) => one.id > before && one.sender_id !== me && !isRead(one));
    const [first] = arrived;
    if (first === undefined) return;
    untold.current.push(...arrived);
    const text = () => {
      const told = untold.current.splice(0);
      const names = [...new Set(told.map((one) => nameOfUser(client.watch(), one.sender_id)))];
      return feedWords().arrived(told.length, listed(names));
    };
    loadDeferred().then(
      ({ announce }) => announce(text, "arrived"),
      () => {},
    );
    if (isAttended()) return;
    const line = sinceAway.peek() ?? feed.firstUnread.peek() ?? Number.POSITIVE_INFINITY;
    // The line stays in its place if no message after it has been read.
    const isUntouched =
      messages.some(({ id }) => id === line) && !messages.some((one) => one.id >= line && isRead(one));
    sinceAway.value = isUntouched ? line : first.id;
  });
  return sinceAway;
}

const isRead = ({ flags }: Message): boolean => flags.includes("read");
