import { decodeOperand } from "../../../model/places/hash.ts";
import type { ContentSurroundings } from "./content-surroundings.ts";

const ADDRESS = /#narrow\/(?:channel|stream)\/(\d+)[^/]*(?:\/topic\/([^/]*))?/;

/** Puts the present names of channels into the links to channels and topics. */
export function nameChannels(root: HTMLElement, { channelName }: ContentSurroundings): void {
  for (const link of root.querySelectorAll("a.stream, a.stream-topic, a.message-link")) {
    const [, id, encoded] = ADDRESS.exec(link.getAttribute("href") ?? "") ?? [];
    const name = id === undefined ? undefined : channelName(Number(id));
    // The text after the channel's name, such as "@ 💬" or the name of the empty topic, is kept.
    const first = link.firstChild;
    const topic = encoded === undefined ? undefined : decodeOperand(encoded);
    if (name === undefined || !(first instanceof Text)) continue;
    const from = topic === undefined ? first.data.length : first.data.indexOf(` > ${topic}`);
    if (from > 0 && first.data.slice(0, from) !== `#${name}`) first.data = `#${name}${first.data.slice(from)}`;
  }
}
