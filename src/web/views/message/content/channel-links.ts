import { decodeOperand } from "../../../model/places/hash.ts";
import type { ContentSurroundings } from "./enhance.ts";

const ADDRESS = /#narrow\/(?:channel|stream)\/(\d+)[^/]*(?:\/topic\/([^/]*))?/;

/** Links to channels and their topics have the name that the channel has now. */
export function nameChannels(root: HTMLElement, { channelName }: ContentSurroundings): void {
  for (const link of root.querySelectorAll("a.stream, a.stream-topic, a.message-link")) {
    const [, id, encoded] = ADDRESS.exec(link.getAttribute("href") ?? "") ?? [];
    const name = id === undefined ? undefined : channelName(Number(id));
    // What comes after it, such as "@ 💬" or the name of no topic, stands as it is.
    const first = link.firstChild;
    const topic = encoded === undefined ? undefined : decodeOperand(encoded);
    if (name === undefined || !(first instanceof Text)) continue;
    const from = topic === undefined ? first.data.length : first.data.indexOf(` > ${topic}`);
    if (from > 0 && first.data.slice(0, from) !== `#${name}`) first.data = `#${name}${first.data.slice(from)}`;
  }
}
