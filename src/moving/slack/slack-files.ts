import { contentTypeOf, type Files } from "../chat/files.ts";
import type { Conversion } from "../conversion.ts";
import type { Zip } from "../read/zip.ts";
import { listAt, numberAt, textAt, valueAt } from "../text/loose-json.ts";
import { markdownLink } from "../text/markdown-link.ts";

/** Files that Slack itself does not give out any more. */
const GONE = new Set(["tombstone", "hidden_by_limit", "access_denied", "file_access_denied"]);

/** The files of messages: members of the archive where they have been fetched, else links to where they were. */
export class SlackFiles {
  readonly #members = new Map<string, string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly files: Files,
    zip: Zip,
  ) {
    for (const member of zip.names) {
      const [, id = ""] = /^__uploads\/([^/]+)\/[^/]+$/.exec(member) ?? [];
      if (id !== "" && !this.#members.has(id)) this.#members.set(id, member);
    }
  }

  /** A line for each file of a message. */
  async lines(message: unknown, { owner_id, sent_at }: { owner_id: number; sent_at: number }): Promise<string[]> {
    const single = valueAt(message, "file");
    const lines: string[] = [];
    for (const file of single === undefined ? listAt(message, "files") : [single]) {
      const line = await this.#line(file, { owner_id, sent_at });
      if (line !== undefined) lines.push(line);
    }
    return lines;
  }

  async #line(
    file: unknown,
    { owner_id, sent_at }: { owner_id: number; sent_at: number },
  ): Promise<string | undefined> {
    const { report, now } = this.conversion;
    report.read("files");
    const key = textAt(file, "id");
    const mode = textAt(file, "mode");
    if (GONE.has(mode) || textAt(file, "file_access") === "access_denied") {
      report.leftOut("files: Slack has deleted or hidden them", key);
      return undefined;
    }
    const name = textAt(file, "name") || textAt(file, "title") || key;
    const link = withoutQuery(textAt(file, "url_private") || textAt(file, "permalink"));
    if (mode === "external" || valueAt(file, "is_external") === true) {
      report.wrote("files");
      return link === "" ? name : markdownLink(textAt(file, "title") || name, link);
    }
    const member = this.#members.get(key);
    if (member === undefined) {
      report.leftOut("files: not in the archive, which only links to them", key);
      return link === "" ? `${name} (not in the import)` : markdownLink(name, link);
    }
    const created_at = Math.min(now, Math.max(0, Math.floor(numberAt(file, "timestamp") ?? sent_at)));
    const content_type = textAt(file, "mimetype") || contentTypeOf(name);
    return this.files.link(member, { key, name, content_type, owner_id, created_at });
  }
}

/** An address on the web without its query, in which exports have a key to all files. */
function withoutQuery(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return "";
  const url = new URL(address);
  return `${url.origin}${url.pathname}`;
}
