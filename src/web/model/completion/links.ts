import { encodeOperand, slugOf } from "../places/hash.ts";
import type { NamedChannel } from "./candidate.ts";

/** Characters that would break a `#**channel>topic**` link: names with one of them are linked by address. */
const unsafe = /[`*>&[\]]|\$\$/;

const shown = (text: string) => text.replace(/[`*>&[\]$]/g, (character) => `&#${character.charCodeAt(0)};`);

const slug = ({ id, name }: NamedChannel) => slugOf(id, name);

/** The Markdown of a link to a channel. */
export const channelMarkdown = (channel: NamedChannel): string =>
  unsafe.test(channel.name) ? `[#${shown(channel.name)}](#narrow/channel/${slug(channel)})` : `#**${channel.name}**`;

/** The Markdown of a link to a topic. A topic that ends like "@12" is linked by address: it would mean a message. */
export function topicMarkdown(channel: NamedChannel, topic: string, emptyName: string): string {
  if (!unsafe.test(channel.name) && !unsafe.test(topic) && !/@\d+$/.test(topic)) return `#**${channel.name}>${topic}**`;
  const text = shown(`#${channel.name} > ${topic === "" ? emptyName : topic}`);
  return `[${text}](#narrow/channel/${slug(channel)}/topic/${encodeOperand(topic)})`;
}
