import { channelLink, directMessageLink, messageLink } from "../../markup/render/narrow-links.ts";
import type { Conversion } from "../conversion.ts";
import type { MessageLinks, WrittenPlace } from "../shared/drafts.ts";

/** A link to a Slack message or conversation, as Markdown or bare; also matches code, to skip links in it. */
const LINK =
  /(```[\s\S]*?```|`[^`\n]+`)|(?:\[([^[\]\n]*)\]\()?https:\/\/[\w-]+(?:\.enterprise)?\.slack(?:-gov)?\.com\/archives\/([A-Z0-9]{2,30})(?:\/p(\d{10})(\d{6}))?(?:\?[^\s)\]]*)?(\))?/g;
/** Names that `#**...**` can't express. */
const NOT_PLAIN = /[*`>@$[\]&]|\\/;

/** Links into Slack's archive, which become links to the imported messages once those have ids. */
export class SlackLinks implements MessageLinks {
  readonly #wanted = new Set<string>();
  readonly #found = new Map<string, WrittenPlace & { readonly id: number }>();
  readonly #channels = new Map<string, { readonly id: number; readonly name: string }>();
  readonly #namesById = new Map<number, string>();

  constructor(private readonly conversion: Conversion) {}

  addChannel(slackId: string, channel: { readonly id: number; readonly name: string }): void {
    this.#channels.set(slackId, channel);
    this.#namesById.set(channel.id, channel.name);
  }

  /** Unique key of a message: its conversation and its time. */
  static keyOf = (slackId: string, ts: string): string => `${slackId} ${ts}`;

  get areWanted(): boolean {
    return this.#wanted.size > 0;
  }

  look(content: string): void {
    for (const [, code, , slackId = "", seconds, micros] of content.matchAll(LINK))
      if (code === undefined && seconds !== undefined)
        this.#wanted.add(SlackLinks.keyOf(slackId, `${seconds}.${micros}`));
  }

  isWanted = (key: string): boolean => this.#wanted.has(key);

  found(key: string, id: number, place: WrittenPlace): void {
    this.#found.set(key, { id, ...place });
  }

  rewrite(content: string): string {
    if (!content.includes("/archives/")) return content;
    return content.replace(LINK, (whole, code, label = "", slackId = "", seconds, micros, end = "") => {
      if (code !== undefined) return whole;
      // A bracket that belongs to the text around a bare URL.
      const rest = label === "" && !whole.startsWith("[") ? end : "";
      const channel = this.#channels.get(slackId);
      if (seconds === undefined) return channel === undefined ? whole : this.#channel(channel, label) + rest;
      const target = this.#found.get(SlackLinks.keyOf(slackId, `${seconds}.${micros}`));
      if (target !== undefined) return this.#message(target, label) + rest;
      if (channel !== undefined)
        this.conversion.report.changed(
          "links: to a message that is not in the archive; they lead to Slack still",
          `${slackId} ${seconds}.${micros}`,
        );
      return whole;
    });
  }

  #channel({ id, name }: { readonly id: number; readonly name: string }, label: string): string {
    if (label === "" && !NOT_PLAIN.test(name)) return `#**${name}**`;
    return `[${label || `#${name}`}](${channelLink(id, name)})`;
  }

  #message(target: WrittenPlace & { readonly id: number }, label: string): string {
    if ("members" in target) return `[${label || "message"}](${directMessageLink(target.members, target.id)})`;
    const name = this.#namesById.get(target.channel_id) ?? "";
    const isPlain = !NOT_PLAIN.test(name + target.topic) && name !== "";
    if (label === "" && isPlain) return `#**${name}>${target.topic}@${target.id}**`;
    return `[${label || "message"}](${messageLink(target.channel_id, name, target.topic, target.id)})`;
  }
}
