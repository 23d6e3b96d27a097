import type { Client } from "../../client/client.ts";
import { addressOf } from "../../model/address.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { Place } from "../../model/place.ts";
import { unreadInTopic } from "../../model/unread-counts.ts";
import type { MenuEntry } from "../../parts/menu.tsx";
import { words } from "../../words/words.ts";
import { markRead } from "../inbox/mark-read.ts";

/** What can be done with a topic, wherever it is shown. */
export function topicMenu(client: Client, channel: ChannelId, topic: string): readonly MenuEntry[] {
  const w = words().topics;
  const place: Place = { view: "topic", channel, topic };
  const isUnread = unreadInTopic(client.watch(), channel, topic) !== undefined;
  return [
    isUnread && { label: w.markRead, icon: "check", run: () => markRead(client, [{ kind: "topic", channel, topic }]) },
    { label: w.copyLink, icon: "link", run: () => void copyLink(client, place) },
  ];
}

async function copyLink(client: Client, place: Place): Promise<void> {
  const { origin, pathname } = location;
  await navigator.clipboard.writeText(`${origin}${pathname}${addressOf(place, client.watch())}`);
  client.toast({ text: words().topics.copied });
}
