import type { Conversion } from "../conversion.ts";
import { damageIn, type Members } from "../read/open-members.ts";
import { markdownLink } from "../text/markdown-link.ts";
import { cleanName } from "../text.ts";

const MAX_NAME = 200;

interface FileFacts {
  /** Tells files of the source apart. */
  readonly key: string;
  readonly name: string;
  readonly content_type: string;
  readonly owner_id: number | null;
  readonly created_at: number;
}

/** The content of a file: a member of the archive, or a blob that was fetched. */
export type Content = string | Blob;

/** The files of messages, each of which is written once, however many messages have it. */
export class Files {
  readonly #links = new Map<string, string>();
  readonly #used = new Set<string>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly members: Members | undefined,
  ) {}

  /** The member at a path that an archive names, which Mattermost's has in a folder of its own. */
  memberOf(path: string): string | undefined {
    return [`data/${path}`, path].find((member) => this.members?.has(member) === true);
  }

  /** Whether anything was made of a member. */
  isUsed = (member: string): boolean => this.#used.has(member);

  /** The link that the text of a message gets; undefined where the file is damaged. */
  async link(source: Content, { key, ...facts }: FileFacts): Promise<string | undefined> {
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const { writer, report } = this.conversion;
    const content = await this.#content(source);
    if (content === undefined) return undefined;
    this.#count += 1;
    const name = cleanName(facts.name, MAX_NAME) || "file";
    const safe = safeName(name);
    const path_id = `import/${this.#count}/${safe}`;
    const written = await writer.file(`files/uploads/${this.#count}/${safe}`, content);
    await writer.row("files", { ...facts, ...written, name, id: this.#count, path_id });
    report.wrote("files");
    const link = markdownLink(name, `/user_uploads/${path_id}`);
    this.#links.set(key, link);
    return link;
  }

  /** A picture that is no upload, such as an emoji's: the name of its member; undefined where it is damaged. */
  async picture(
    source: Content,
    { name, content_type, owner_id, created_at }: Omit<FileFacts, "key">,
  ): Promise<string | undefined> {
    const content = await this.#content(source);
    if (content === undefined) return undefined;
    this.#count += 1;
    const safe = safeName(name);
    const written = await this.conversion.writer.file(`files/pictures/${this.#count}/${safe}`, content);
    await this.conversion.writer.row("files", {
      ...written,
      id: this.#count,
      name,
      content_type,
      owner_id,
      created_at,
    });
    return written.member;
  }

  /** A member where it lies, or unpacked into the spool; in both cases all of it is looked at, to see whether it is whole. */
  async #content(source: Content): Promise<Blob | undefined> {
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

/** A name as members and addresses of files have it. */
const safeName = (name: string): string =>
  name
    .replace(/[^\w.-]+/g, "-")
    .replace(/^[.-]+|[.-]+$/g, "")
    .slice(-100) || "file";

/** The type of a file by its name, where the source does not tell it. */
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
