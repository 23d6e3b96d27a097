import type { Client } from "../../client/client.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName } from "../../model/channels/topics.ts";
import type { OutsideLink, State } from "../../model/state.ts";
import { confirm } from "../../parts/overlays/dialog.tsx";
import { navWords } from "../../words/nav.ts";
import { outsideWords } from "../../words/outside.ts";
import { attempt } from "../attempt.ts";

/** Returns the name of the place that a link opens, such as "#design › logo". */
export function placeOfLink(state: State, { channel_id, topic }: Pick<OutsideLink, "channel_id" | "topic">): string {
  const channel = channelById(state, channel_id);
  const name = channel === undefined ? navWords().unknownChannel : `#${channel.name}`;
  return topic === null ? name : `${name} › ${topicName(state, topic)}`;
}

type EndedLink = Pick<OutsideLink, "link_id" | "channel_id" | "topic">;

/** Ends links after a confirmation, because that can't be undone. `people` is how many lose access. */
export async function endLinks(client: Client, links: readonly EndedLink[], people: number): Promise<void> {
  const [first] = links;
  if (first === undefined) return;
  const w = outsideWords();
  const place = placeOfLink(client.watch(), links.find(({ topic }) => topic === null) ?? first);
  const isSure = await confirm({ title: w.endTitle(place), text: w.endText(people), action: w.endDo, danger: true });
  if (!isSure) return;
  await attempt(client, () => Promise.all(links.map(({ link_id }) => client.api.delete(`/outside_links/${link_id}`))));
}
