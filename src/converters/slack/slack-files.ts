import type { Conversion } from "../conversion.ts";
import { listAt, numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { markdownLink } from "../markdown/markdown-link.ts";
import { contentTypeOf, type Files } from "../shared/files.ts";
import type { SlackOnline } from "./slack-online.ts";

/** Files that Slack itself no longer provides. */
const UNAVAILABLE_MODES = new Set(["tombstone", "hidden_by_limit", "access_denied", "file_access_denied"]);

const UPLOAD = /^__uploads\/([^/]+)\/[^/]+$/;
/** Slack's maximum size of a file. */
const MAX_BYTES = 1_073_741_824;

interface Sending {
  readonly owner_id: number;
  readonly sent_at: number;
}

/**
 * Files of messages: members of the archive if already downloaded, otherwise fetched from Slack, otherwise links to the
 * original.
 */
export class SlackFiles {
  readonly #members = new Map<string, string>();
  /** Lines that messages contain for their files, by file id. Several messages can share a file. */
  readonly #lines = new Map<string, string | undefined>();
  readonly #used = new Set<string>();
  readonly #leftOut = new Map<string, string>();

  constructor(
    private readonly conversion: Conversion,
    private readonly files: Files,
    private readonly sources: { readonly names: readonly string[]; readonly online: SlackOnline },
  ) {
    for (const member of sources.names) {
      const [, id = ""] = UPLOAD.exec(member) ?? [];
      if (id !== "" && !this.#members.has(id)) this.#members.set(id, member);
    }
  }

  isUpload = (member: string): boolean => UPLOAD.test(member);

  /** Returns the member of a file, and marks it as used. */
  take(id: string): string | undefined {
    const member = this.#members.get(id);
    if (member !== undefined) this.#used.add(member);
    return member;
  }

  async lines(message: unknown, sending: Sending): Promise<string[]> {
    const lines: string[] = [];
    for (const file of filesOf(message)) {
      const key = textAt(file, "id");
      const isKnown = key !== "" && this.#lines.has(key);
      const line = isKnown ? this.#lines.get(key) : await this.#line(file, sending);
      if (key !== "") this.#lines.set(key, line);
      if (line !== undefined) lines.push(line);
    }
    return lines;
  }

  /** Records the files of a skipped message. They are reported as skipped, unless another message has them. */
  leaveOut(message: unknown, where: string): void {
    for (const file of filesOf(message))
      this.#leftOut.set(textAt(file, "id") || `${where} ${this.#leftOut.size}`, where);
  }

  finish(): void {
    const { report } = this.conversion;
    for (const [key, where] of this.#leftOut) {
      if (this.#lines.has(key)) continue;
      report.skipped("files", "of a message that is left out", where);
      this.#used.add(this.#members.get(key) ?? "");
    }
    for (const member of this.sources.names)
      if (UPLOAD.test(member) && !this.#used.has(member))
        report.skipped("files", "in the archive, but in no message", member);
  }

  async #line(file: unknown, { owner_id, sent_at }: Sending): Promise<string | undefined> {
    const { report, now } = this.conversion;
    report.read("files");
    const key = textAt(file, "id");
    const mode = textAt(file, "mode");
    const access = textAt(file, "file_access");
    if (UNAVAILABLE_MODES.has(mode) || UNAVAILABLE_MODES.has(access)) {
      report.leftOut("files: Slack has deleted or hidden them", key);
      return undefined;
    }
    const name = textAt(file, "name") || textAt(file, "title") || key || "file";
    const address = textAt(file, "url_private_download") || textAt(file, "url_private");
    const link = withoutQuery(textAt(file, "url_private") || textAt(file, "permalink"));
    if (mode === "external" || valueAt(file, "is_external") === true) {
      report.wrote("files");
      return link === "" ? name : markdownLink(textAt(file, "title") || name, link);
    }
    const instead = link === "" ? `${name} (not in the import)` : markdownLink(name, link);
    const member = this.#members.get(key);
    if (member !== undefined) this.#used.add(member);
    const source =
      member ?? (await this.sources.online.api?.file(withoutQuery(address), MAX_BYTES, this.conversion.spool));
    if (typeof source !== "object" && source !== member) {
      report.leftOut("files: Slack does not give them out", `${key}: ${source}`);
      return instead;
    }
    if (source === undefined) {
      report.leftOut("files: not in the archive, which only links to them", key);
      return instead;
    }
    const created_at = Math.min(now, Math.max(0, Math.floor(numberAt(file, "timestamp") ?? sent_at)));
    const content_type = textAt(file, "mimetype") || contentTypeOf(name);
    const made = await this.files.link(source, {
      key: key || String(member),
      name,
      content_type,
      owner_id,
      created_at,
    });
    if (made === undefined) report.leftOut("files: damaged in the archive", member ?? key);
    return made ?? instead;
  }
}

function filesOf(message: unknown): readonly unknown[] {
  const single = valueAt(message, "file");
  const shared = listAt(message, "attachments").flatMap((attachment) => listAt(attachment, "files"));
  const own = single === undefined ? listAt(message, "files") : [single];
  return [...own, ...shared];
}

/** Removes a URL's query, because in exports, it contains a key that gives access to all files. */
function withoutQuery(address: string): string {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return "";
  const url = new URL(address);
  return `${url.origin}${url.pathname}`;
}
