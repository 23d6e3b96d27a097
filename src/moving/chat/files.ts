import type { Conversion } from "../conversion.ts";
import type { Zip } from "../read/zip.ts";
import { markdownLink } from "../text/markdown-link.ts";
import { cleanName } from "../text.ts";

const MOST_NAME = 200;

interface FileFacts {
  /** Tells files of the source apart. */
  readonly key: string;
  readonly name: string;
  readonly content_type: string;
  readonly owner_id: number | null;
  readonly created_at: number;
}

/** The files of messages, each of which is written once, however many messages have it. */
export class Files {
  readonly #links = new Map<string, string>();
  #count = 0;

  constructor(
    private readonly conversion: Conversion,
    private readonly zip: Zip | undefined,
  ) {}

  /** The member at a path that an archive names, which Mattermost's has in a folder of its own. */
  memberOf(path: string): string | undefined {
    return [`data/${path}`, path].find((member) => this.zip?.has(member) === true);
  }

  /** The link to a file that is a member of the archive, which the text of a message gets. */
  async link(member: string, { key, ...facts }: FileFacts): Promise<string> {
    const known = this.#links.get(key);
    if (known !== undefined) return known;
    const { writer, report } = this.conversion;
    this.#count += 1;
    const name = cleanName(facts.name, MOST_NAME) || "file";
    const safe = safeName(name);
    const path_id = `import/${this.#count}/${safe}`;
    const written = await writer.file(`files/uploads/${this.#count}/${safe}`, await this.content(member));
    await writer.row("files", { ...facts, ...written, name, id: this.#count, path_id });
    report.wrote("files");
    const link = markdownLink(name, `/user_uploads/${path_id}`);
    this.#links.set(key, link);
    return link;
  }

  /** A picture that is no upload, such as an emoji's: the name of its member. */
  async picture(member: string, { name, content_type, owner_id, created_at }: Omit<FileFacts, "key">): Promise<string> {
    this.#count += 1;
    const safe = safeName(name);
    const written = await this.conversion.writer.file(
      `files/pictures/${this.#count}/${safe}`,
      await this.content(member),
    );
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

  /** A member where it lies, or unpacked into the spool. */
  private async content(member: string): Promise<Blob> {
    if (this.zip === undefined) return new Blob([]);
    const stored = await this.zip.stored(member);
    if (stored !== undefined) return stored;
    const file = await this.conversion.spool.create();
    for await (const chunk of await this.zip.stream(member)) await file.write(chunk.slice());
    return file.close();
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
