import type { Conversion } from "../conversion.ts";
import { markdownLink } from "../markdown/markdown-link.ts";
import { damageIn, type Members } from "../readers/open-members.ts";
import { cleanName } from "../text.ts";

const MAX_NAME = 200;

interface FileFacts {
  /** Unique among the source's files. */
  readonly key: string;
  readonly name: string;
  readonly content_type: string;
  readonly owner_id: number | null;
  readonly created_at: number;
}

export type Content = string | Blob;

/** Files of messages. Each file is written once, even if several messages contain it. */
export class Files {
  readonly #links = new Map<string, string>();
  readonly #used = new Set<string>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly members: Members | undefined,
  ) {}

  /** Returns the member for a path in the archive. In Mattermost's archives, the paths are below an extra folder. */
  memberOf(path: string): string | undefined {
    return [`data/${path}`, path].find((member) => this.members?.has(member) === true);
  }

  isUsed = (member: string): boolean => this.#used.has(member);
  isLinked = (key: string): boolean => this.#links.has(key);

  /** Returns the link for a message's text, or undefined if the file is damaged. */
  async link(source: Content, { key, ...facts }: FileFacts): Promise<string | undefined> {
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const { writer, report } = this.conversion;
    const content = await this.content(source);
    if (content === undefined) return undefined;
    this.#count += 1;
    const name = cleanName(facts.name, MAX_NAME) || "file";
    const safe = safeName(name);
    const written = await writer.file(`files/uploads/${this.#count}/${safe}`, content);
    // Anyone who can read a message with the path can read the file, so the path must be unguessable.
    const path_id = `import/${this.#count}-${written.sha256.slice(0, 32)}/${safe}`;
    await writer.row("files", { ...facts, ...written, name, id: this.#count, path_id });
    report.wrote("files");
    const link = markdownLink(name, `/user_uploads/${path_id}`);
    this.#links.set(key, link);
    return link;
  }

  /**
   * Writes an image that isn't an upload, such as an emoji's. Returns its member name, or undefined if it is damaged.
   */
  async picture(source: Content, name: string, content_type: string): Promise<string | undefined> {
    const content = await this.content(source);
    if (content === undefined) return undefined;
    const { writer, now } = this.conversion;
    this.#count += 1;
    const id = this.#count;
    const written = await writer.file(`files/pictures/${id}/${safeName(name)}`, content);
    await writer.row("files", { ...written, id, name, content_type, owner_id: null, created_at: now });
    return written.member;
  }

  /**
   * Returns a slice of the archive, or a copy unpacked into the spool. Reads all of it first, to check that it is
   * intact.
   */
  async content(source: Content): Promise<Blob | undefined> {
    if (typeof source !== "string") return source;
    if (this.members === undefined) return undefined;
    this.#used.add(source);
    try {
      const stored = await this.members.stored(source);
      const file = stored === undefined ? await this.conversion.spool.create() : undefined;
      for await (const chunk of await this.members.stream(source)) await file?.write(chunk.slice());
      return stored ?? (await file?.close());
    } catch (error) {
      if (damageIn(error) === undefined) throw error;
      return undefined;
    }
  }
}

/** Makes a name safe for members and file URLs. */
const safeName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(-100) || "file";

/** Guesses a file's content type from its name, if the source doesn't specify it. */
export function contentTypeOf(name: string): string {
  const [ending = ""] = /[a-z0-9]+$/i.exec(name) ?? [];
  return TYPES[ending.toLowerCase()] ?? "application/octet-stream";
}

const TYPES: Readonly<Record<string, string>> = {
  gif: "image/gif",
  jpeg: "image/jpeg",
  jpg: "image/jpeg",
  mp3: "audio/mpeg",
  mp4: "video/mp4",
  pdf: "application/pdf",
  png: "image/png",
  svg: "image/svg+xml",
  txt: "text/plain",
  webm: "video/webm",
  webp: "image/webp",
};
