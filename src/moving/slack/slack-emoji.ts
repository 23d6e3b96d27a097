import { contentTypeOf, type Files } from "../chat/files.ts";
import type { Conversion } from "../conversion.ts";
import type { Zip } from "../read/zip.ts";
import { emojiOfShortName } from "../short-names.ts";

interface Emoji {
  readonly emoji_name: string;
  readonly emoji_code: string;
  readonly reaction_type: "unicode_emoji" | "realm_emoji";
}

const PICTURE = /^emoji\/([a-z0-9_.+'-]+)\.(png|gif|jpe?g|webp)$/;

/** The emoji of an organization's own, which exports leave out, and which may be added to the archive as emoji/NAME.png. */
export class SlackEmoji {
  readonly #custom = new Map<string, Emoji>();

  constructor(private readonly conversion: Conversion) {}

  async add(zip: Zip, files: Files): Promise<void> {
    const { writer, report, now } = this.conversion;
    for (const member of zip.names) {
      const [, name = "", ending = ""] = PICTURE.exec(member) ?? [];
      if (name === "" || this.#custom.has(name) || emojiOfShortName(name) !== undefined) continue;
      report.read("custom_emoji");
      const id = this.#custom.size + 1;
      const facts = { name: `${name}.${ending}`, content_type: contentTypeOf(member), owner_id: null, created_at: now };
      const file = await files.picture(member, facts);
      await writer.row("custom_emoji", { id, name, animated: ending === "gif", file });
      report.wrote("custom_emoji");
      this.#custom.set(name, { emoji_name: name, emoji_code: String(id), reaction_type: "realm_emoji" });
    }
  }

  of(shortName: string): Emoji | undefined {
    const emoji = emojiOfShortName(shortName);
    if (emoji !== undefined) return { ...emoji, reaction_type: "unicode_emoji" };
    return this.#custom.get(shortName);
  }
}
