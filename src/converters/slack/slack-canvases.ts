import { lengthLimits } from "../../protocol/limits.ts";
import { plainText } from "../../util/plain-text.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt } from "../markdown/loose-json.ts";
import { markdownLink } from "../markdown/markdown-link.ts";
import { contentTypeOf, type Files } from "../shared/files.ts";
import { cleanName, cleanText } from "../text.ts";
import { writeRow } from "../write-row.ts";
import { SlackRefusal } from "./slack-api.ts";
import type { SlackFiles } from "./slack-files.ts";
import type { SlackLinks } from "./slack-links.ts";
import type { SlackOnline } from "./slack-online.ts";
import type { SlackPeople } from "./slack-people.ts";
import type { SlackPlaces } from "./slack-places.ts";
import { withEmoji } from "./slack-text.ts";

interface Canvas {
  readonly id: string;
  readonly name: string;
  readonly address: string;
  readonly user_id: number | null;
  readonly changed_at: number;
  readonly channels: readonly number[];
  /**
   * 0 for the channel's own canvas, higher for canvases in its tabs, and highest for canvases shared in its messages.
   */
  readonly rank: number;
}

interface Page {
  text: string;
  readonly links: string[];
  user_id: number | null;
  date_edited: number;
}

type Content = { readonly text: string } | { readonly file: Blob; readonly ending: string };

/** Length that suffices for a link to any canvas. */
const MAX_LINK = 400;
const MAX_TITLE = 80;
const MENTION = /!\[[^[\]]*\]\(([@#])([A-Z0-9]{2,30})\)/g;

/**
 * Canvases: the first one of each channel becomes the page of its board, and the page has links to the others. An
 * export only contains the canvases' URLs. Their texts are fetched from Slack, or are files in the archive.
 */
export class SlackCanvases {
  readonly #canvases: Canvas[] = [];
  readonly #pages = new Map<number, Page>();
  readonly #empty = new Set<string>();
  readonly #tabs = new Map<string, { readonly rank: number; readonly channels: Set<number> }>();

  constructor(
    private readonly conversion: Conversion,
    private readonly known: {
      readonly people: SlackPeople;
      readonly places: SlackPlaces;
      readonly links: SlackLinks;
      readonly files: SlackFiles;
      readonly uploads: Files;
      readonly online: SlackOnline;
    },
  ) {
    for (const { channel_id, canvases, emptyCanvas } of known.places.channels.values()) {
      if (emptyCanvas !== undefined) this.#empty.add(emptyCanvas);
      for (const [rank, file] of canvases.entries()) {
        const known = this.#tabs.get(file) ?? { rank, channels: new Set<number>() };
        this.#tabs.set(file, { rank: Math.min(rank, known.rank), channels: known.channels.add(channel_id) });
      }
    }
  }

  add(canvas: unknown, place: string): void {
    const { report, now } = this.conversion;
    report.read("canvases");
    const id = textAt(canvas, "id");
    if (this.#empty.has(id)) {
      report.leftOut("canvases: empty", id);
      return;
    }
    const shared = [...listAt(canvas, "channels"), ...listAt(canvas, "groups")];
    const tab = this.#tabs.get(id);
    const others = [...shared].flatMap((one) => this.known.places.channels.get(plainText(one))?.channel_id ?? []);
    const channels = [...new Set([...(tab?.channels ?? []), ...others])];
    if (id === "" || channels.length === 0) {
      report.leftOut("canvases: of no channel that moves in", id || place);
      return;
    }
    const changed = numberAt(canvas, "updated") ?? numberAt(canvas, "timestamp") ?? numberAt(canvas, "created");
    this.#canvases.push({
      ...{ id, channels, rank: tab?.rank ?? Number.MAX_SAFE_INTEGER },
      name: cleanName(textAt(canvas, "title") || textAt(canvas, "name"), MAX_TITLE) || id,
      address: textAt(canvas, "permalink") || textAt(canvas, "url_private"),
      user_id: this.known.people.bySlackId(textAt(canvas, "user"))?.id ?? null,
      changed_at: Math.min(now, Math.max(0, Math.floor(changed ?? now))),
    });
  }

  async write(): Promise<void> {
    for (const canvas of this.#canvases.toSorted((a, b) => a.rank - b.rank)) await this.#place(canvas);
    for (const [channel_id, { text, links, ...page }] of this.#pages) {
      const list = links.map((link) => `* ${link}`).join("\n");
      const content = [text, list].filter((part) => part !== "").join("\n\n");
      if (content === "") continue;
      const row = { channel_id, version: 1, content, ...page };
      await writeRow(this.conversion, "channel_pages", { row, place: `channel ${channel_id}` });
    }
  }

  async #place(canvas: Canvas): Promise<void> {
    const { report } = this.conversion;
    const content = await this.#content(canvas);
    if (content !== undefined && "text" in content && content.text === "")
      return report.leftOut("canvases: empty", canvas.id);
    if (content !== undefined) report.wrote("canvases");
    const text = content !== undefined && "text" in content ? content.text : undefined;
    for (const channel_id of canvas.channels) {
      const page = this.#pages.get(channel_id) ?? { text: "", links: [], user_id: null, date_edited: -1 };
      this.#pages.set(channel_id, page);
      if (canvas.changed_at > page.date_edited) {
        page.date_edited = canvas.changed_at;
        page.user_id = canvas.user_id;
      }
      const others = this.#canvases.filter(({ channels }) => channels.includes(channel_id)).length - 1;
      const isShort = text !== undefined && [...text].length + others * MAX_LINK <= lengthLimits.max_message_length;
      if (isShort && page.text === "") page.text = text;
      else await this.#link(canvas, { content, page });
    }
  }

  async #link(canvas: Canvas, { content, page }: { content: Content | undefined; page: Page }): Promise<void> {
    const { report } = this.conversion;
    if ([...page.text].length + (page.links.length + 1) * MAX_LINK > lengthLimits.max_message_length)
      return report.changed("canvases: without a link on a board's page, which is full", canvas.id);
    if (content === undefined) {
      if (URL.canParse(canvas.address)) page.links.push(markdownLink(canvas.name, canvas.address));
      return;
    }
    const { uploads } = this.known;
    const [file, ending] = "file" in content ? [content.file, content.ending] : [new Blob([content.text]), ".md"];
    if (!uploads.isLinked(canvas.id)) report.read("files");
    const name = canvas.name.endsWith(ending) ? canvas.name : `${canvas.name}${ending}`;
    const link = await uploads.link(file, {
      ...{ key: canvas.id, name, content_type: contentTypeOf(name) },
      ...{ owner_id: canvas.user_id, created_at: canvas.changed_at },
    });
    if (link !== undefined) page.links.push(link);
  }

  /** Returns undefined if the canvas is inaccessible. Only its URL is then imported. */
  async #content({ id }: Canvas): Promise<Content | undefined> {
    const { report } = this.conversion;
    const { files, uploads, online } = this.known;
    const member = files.take(id);
    if (member !== undefined) {
      const file = await uploads.content(member);
      if (file === undefined) report.leftOut("canvases: damaged in the archive", member);
      if (file === undefined) return undefined;
      const [ending = ".html"] = /\.[a-z0-9]+$/i.exec(member) ?? [];
      const isText = ending === ".md" && file.size <= 4 * lengthLimits.max_message_length;
      return isText ? { text: this.#markdown(await file.text()) } : { file, ending };
    }
    if (online.api === undefined) {
      report.leftOut("canvases: not in the archive, which only links to them", id);
      return undefined;
    }
    try {
      const told = await online.api.call("canvases.getContent", { canvas_id: id, content_type: "markdown" });
      return { text: this.#markdown(textAt(told, "content")) };
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      report.leftOut("canvases: Slack does not give them out", `${id}: ${error.message}`);
      return undefined;
    }
  }

  #markdown(text: string): string {
    const { people, places, links } = this.known;
    const named = text.replace(MENTION, (_, mark: string, id: string) => {
      const person = mark === "@" ? people.bySlackId(id) : undefined;
      if (person !== undefined) return people.mention(person);
      const channel = mark === "#" ? places.channelName(id) : undefined;
      return channel === undefined ? `${mark}${id}` : `#**${channel}**`;
    });
    return links.rewrite(withEmoji(cleanText(named.replace(/\r\n?/g, "\n")))).trim();
  }
}
