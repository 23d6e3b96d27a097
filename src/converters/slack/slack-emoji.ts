import type { Conversion } from "../conversion.ts";
import { type Content, contentTypeOf, type Files } from "../shared/files.ts";
import { emojiOfShortName } from "../short-names.ts";
import { writeRow } from "../write-row.ts";
import type { SlackOnline } from "./slack-online.ts";

interface Emoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji";
}

const PICTURE = /^emoji\/([a-z0-9_.+'-]+)\.(png|gif|jpe?g|webp)$/;
const MAX_BYTES = 5_000_000;

/**
 * Custom emoji of an organization. Exports lack them, so they can be added to the archive as emoji/NAME.png, or are
 * fetched from Slack.
 */
export class SlackEmoji {
  readonly #custom = new Map<string, Emoji>();

  constructor(
    private readonly conversion: Conversion,
    private readonly files: Files,
  ) {}

  isPicture = (member: string): boolean => PICTURE.test(member);

  async add(members: readonly string[]): Promise<void> {
    for (const member of members) {
      const [, name = "", ending = ""] = PICTURE.exec(member) ?? [];
      await this.#take(name, ending, { place: member, content: async () => member });
    }
  }

  async fetch({ api, emoji }: SlackOnline): Promise<void> {
    if (api === undefined) return;
    const { report, progress, spool } = this.conversion;
    const aliases: (readonly [name: string, target: string])[] = [];
    for (const [done, [name, address]] of [...emoji].entries()) {
      progress?.("fetching emoji", done, emoji.size);
      const target = /^alias:(.+)$/.exec(address)?.[1];
      if (target !== undefined) {
        aliases.push([name, target]);
        continue;
      }
      const [, ending = "png"] = /\.(png|gif|jpe?g|webp)(?:$|\?)/i.exec(address) ?? [];
      const content = () => api.file(address, MAX_BYTES, spool);
      if (!this.#custom.has(name))
        await this.#take(name, ending.toLowerCase(), { place: `emoji.list: ${name}`, content });
    }
    for (const [name, target] of aliases) {
      if (this.of(name) !== undefined) continue;
      const emoji = this.of(target);
      if (emoji === undefined)
        report.changed("custom_emoji: another name of one that there is not", `${name}: ${target}`);
      else this.#custom.set(name, emoji);
    }
  }

  async #take(
    name: string,
    ending: string,
    { place, content }: { place: string; content: () => Promise<Content> },
  ): Promise<void> {
    const { report } = this.conversion;
    report.read("custom_emoji");
    if (this.of(name) !== undefined) return report.leftOut("custom_emoji: of a name that another one has", place);
    const file = await this.files.picture(await content(), `${name}.${ending}`, contentTypeOf(ending));
    if (file === undefined) return report.leftOut("custom_emoji: without a picture, or with a damaged one", place);
    const id = this.#custom.size + 1;
    if (
      !(await writeRow(this.conversion, "custom_emoji", { row: { id, name, animated: ending === "gif", file }, place }))
    )
      return;
    this.#custom.set(name, { emoji_name: name, emoji_code: String(id), reaction_type: "realm_emoji" });
  }

  of(shortName: string): Emoji | undefined {
    const emoji = emojiOfShortName(shortName);
    if (emoji !== undefined) return { ...emoji, reaction_type: "unicode_emoji" };
    return this.#custom.get(shortName);
  }
}
