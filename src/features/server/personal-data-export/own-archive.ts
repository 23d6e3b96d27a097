import * as v from "valibot";
import { archiveLimits } from "../../../archive-format/archive-limits.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError } from "../../../protocol/errors.ts";
import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { toWholeSeconds } from "../../../util/time.ts";
import { uploadKey } from "../../files/attachments/attachments.ts";
import { callsOf } from "../../messages/calls/history.ts";
import { ownPresses, ownPressesUpTo } from "../../messages/presses/presses.ts";
import { reactionsBy } from "../../messages/reactions/reactions.ts";
import { ownAdditions, ownAdditionsUpTo } from "../../messages/widgets/widgets.ts";
import { actorOf, findUser } from "../../organization/accounts/accounts.ts";
import { emailLanguage } from "../../organization/accounts/email-language.ts";
import type { ArchiveKind, ArchivePosition, ArchiveRow, PieceContext } from "../exports/archives/kinds.ts";
import { filesOfArchive, membersOf } from "../exports/archives/of-kind.ts";
import { OWN_NAME } from "../exports/download.ts";
import { emitOwnExports } from "./own-exports.ts";
import type { OwnReads } from "./own-reads.ts";
import {
  accountPage,
  encodeJson,
  encodeText,
  indexPage,
  isRecord,
  type Json,
  listIn,
  messagesPage,
  type OwnMessage,
} from "./pages.ts";
import { SECTIONS } from "./sections.ts";

/** Limits of the work per piece: pages of messages, files, and messages checked for reactions and calls. */
const MESSAGES_IN_PAGE = 200;
const ENTRIES_IN_PAGE = 100;
const MAX_PAGES = 50;
const FILES_IN_PIECE = 20;
const MAX_FILE_BYTES = 64_000_000;
const MESSAGES_LOOKED_AT = 5000;

const narrows = {
  sent: [
    { operator: "sender", operand: "me" },
    { operator: "is", operand: "dm", negated: true },
  ],
  direct: [{ operator: "is", operand: "dm" }],
} as const;

/** Position in a section: the last id that was read, and the number of the next file. */
const progress = v.fallback(v.object({ after: v.number(), member: v.number() }), { after: 0, member: 1 });

const memberName = (name: string, member: number, type: string) => `${name}-${String(member).padStart(4, "0")}.${type}`;

/** Returns the kind of archive that contains everything an organization stores about one account. */
export function ownArchive(reads: OwnReads): ArchiveKind {
  const kind: ArchiveKind = {
    name: "own data",
    first: "account",
    async next(context) {
      const { realm, archive, at } = context;
      const user = findUser(realm, toUserId(archive.subject ?? 0));
      // If the account no longer exists, there is no data left.
      if (user === undefined) return null;
      const own: OwnArchive = { ...context, reads, actor: actorOf(user), language: emailLanguage(realm, user) };
      const done = v.parse(progress, at.after);
      switch (at.section) {
        case "account":
          return writeAccount(own);
        case "sent":
        case "direct":
          return writeMessages(own, at.section, done);
        case "log":
          return writeLog(own, done);
        case "reactions":
        case "submessages":
        case "calls":
        case "presses":
          return writeByMessages(own, at.section, done);
        case "files":
          return writeFiles(own, done);
        default:
          return writeIndex(own);
      }
    },
    manifest: manifestOf,
    fileName: () => OWN_NAME,
    isFor: (_, { session_id, user_id }, { subject }) => session_id !== undefined && user_id === subject,
    changed: (realm, archive) => emitOwnExports(realm, kind, archive),
  };
  return kind;
}

type OwnArchive = PieceContext & {
  readonly reads: OwnReads;
  readonly actor: Actor;
  readonly language: ReturnType<typeof emailLanguage>;
};
type Progress = v.InferOutput<typeof progress>;

const sectionStart = (section: string): ArchivePosition => ({ section, after: null });

async function writeAccount(own: OwnArchive): Promise<ArchivePosition> {
  const { reads, actor } = own;
  const account: Record<string, Json> = {};
  // Each endpoint gets the fields that it declares.
  const fields = { user_id: actor.user_id, user_id_or_email: String(actor.user_id), include_recurrence: true };
  for (const [name, read] of Object.entries(SECTIONS)) {
    account[name] =
      typeof read === "string" ? await reads.ask(own, read, fields).catch(nothing) : reads.state(own, read);
  }
  await own.put("account.json", encodeJson(account), Object.keys(account).length);
  await own.put("account.html", encodeText(accountPage(own.language, own.realm, account)), 0);
  return sectionStart("sent");
}

/** Treats a section as empty if the API refuses it, such as the presence of a user who has never sent any. */
function nothing(error: unknown): null {
  if (error instanceof ApiError) return null;
  throw error;
}

/** Writes a page of messages twice: as source text for programs, and rendered for people. */
async function writeMessages(
  own: OwnArchive,
  section: "sent" | "direct",
  { after, member }: Progress,
): Promise<ArchivePosition> {
  const name = section === "sent" ? "messages" : "direct-messages";
  const sources: Json[] = [];
  const shown: OwnMessage[] = [];
  let last = after;
  let bytes = 0;
  let isOver = false;
  for (let page = 0; page < MAX_PAGES && bytes < archiveLimits.piece_bytes && !isOver; page++) {
    const range = {
      ...{ anchor: String(last), include_anchor: false, num_before: 0, num_after: MESSAGES_IN_PAGE },
      ...{ narrow: narrows[section], allow_empty_topic_name: true, client_gravatar: false },
    };
    const asWritten = await own.reads.ask(own, "GET /messages", { ...range, apply_markdown: false });
    const asRead = await own.reads.ask(own, "GET /messages", { ...range, apply_markdown: true });
    const known = listIn(asWritten, "messages").filter(({ id }) => Number(id) <= own.archive.newest_message);
    const wanted = new Set(known.map(({ id }) => id));
    sources.push(...known);
    shown.push(...(listIn(asRead, "messages").filter(({ id }) => wanted.has(id ?? 0)) as unknown as OwnMessage[]));
    bytes += JSON.stringify(known).length;
    isOver = known.length === 0 || (isRecord(asWritten) && asWritten["found_newest"] === true);
    last = Number(known.at(-1)?.["id"] ?? last);
  }
  if (sources.length > 0) {
    await own.put(memberName(name, member, "json"), encodeJson(sources), sources.length);
    await own.put(
      memberName(name, member, "html"),
      encodeText(messagesPage(own.language, own.realm, section, shown)),
      0,
    );
  }
  if (isOver) return sectionStart(section === "sent" ? "direct" : "log");
  return { section, after: { after: last, member: member + 1 } };
}

/** Writes the audit log's entries about the account's logins, newest first. */
async function writeLog(own: OwnArchive, { after: before, member }: Progress): Promise<ArchivePosition> {
  const entries: Json[] = [];
  let last = before;
  let isOver = false;
  for (let page = 0; page < MAX_PAGES && !isOver; page++) {
    const range = { before_id: last === 0 ? undefined : last, limit: ENTRIES_IN_PAGE };
    const found = await own.reads.ask(own, "GET /users/me/audit_log", range);
    const known = listIn(found, "entries");
    entries.push(...known);
    last = Number(known.at(-1)?.["id"] ?? last);
    isOver = known.length === 0 || (isRecord(found) && found["found_oldest"] === true);
  }
  if (entries.length > 0) await own.put(memberName("audit-log", member, "json"), encodeJson(entries), entries.length);
  return isOver ? sectionStart("reactions") : { section: "log", after: { after: last, member: member + 1 } };
}

type ReadRange<Read> = (realm: Realm, user: UserId, range: readonly [number, number]) => Read;

/** Sections that read all messages: how they are read, which section follows, and, for long rows, where a page ends. */
const BY_MESSAGES: Record<
  "reactions" | "submessages" | "calls" | "presses",
  { read: ReadRange<object[]>; next: string; upTo?: ReadRange<number> }
> = {
  reactions: { read: reactionsBy, next: "submessages" },
  submessages: { read: ownAdditions, upTo: ownAdditionsUpTo, next: "calls" },
  calls: { read: callsOf, next: "presses" },
  presses: { read: ownPresses, upTo: ownPressesUpTo, next: "files" },
};

async function writeByMessages(
  own: OwnArchive,
  section: keyof typeof BY_MESSAGES,
  { after, member }: Progress,
): Promise<ArchivePosition> {
  const { realm, actor, archive } = own;
  const { read, next, upTo } = BY_MESSAGES[section];
  const found: object[] = [];
  let last = after;
  let bytes = 0;
  for (let page = 0; page < MAX_PAGES && bytes < archiveLimits.piece_bytes && last < archive.newest_message; page++) {
    const most = Math.min(last + MESSAGES_LOOKED_AT, archive.newest_message);
    const end = upTo?.(realm, actor.user_id, [last + 1, most]) ?? most;
    const rows = read(realm, actor.user_id, [last + 1, end]);
    found.push(...rows);
    bytes += JSON.stringify(rows).length;
    last = end;
    await scheduler.wait(1);
  }
  if (found.length > 0) await own.put(memberName(section, member, "json"), encodeJson(found), found.length);
  if (last >= archive.newest_message) return sectionStart(next);
  return { section, after: { after: last, member: found.length > 0 ? member + 1 : member } };
}

async function writeFiles(own: OwnArchive, { after, member }: Progress): Promise<ArchivePosition> {
  const all = listIn(await own.reads.ask(own, "GET /attachments"), "attachments");
  const files = all.map((file) => ({
    id: Number(file["id"]),
    name: String(file["name"]),
    path: String(file["path_id"]),
  }));
  const left = files.sort((one, other) => one.id - other.id).filter(({ id }) => id > after);
  let last = after;
  for (const { id, name, path } of left.slice(0, FILES_IN_PIECE)) {
    await own.addFile({ member: `files/${id}-${plainName(name)}`, key: uploadKey(path) });
    last = id;
    if (own.bytesOfFiles() >= MAX_FILE_BYTES) break;
  }
  return last === (left.at(-1)?.id ?? after)
    ? sectionStart("index")
    : { section: "files", after: { after: last, member } };
}

const MAX_NAME_LENGTH = 100;

/** Returns a name that is safe on any file system and can't contain a path. */
const plainName = (name: string): string =>
  [...name.replace(/[^\p{L}\p{N}._ -]/gu, "_")].slice(0, MAX_NAME_LENGTH).join("");

async function writeIndex(own: OwnArchive): Promise<null> {
  const members = membersOf(own.realm, own.archive, "", MAX_NAMED);
  await own.put("index.html", encodeText(indexPage(own.language, own.realm, own.actor, members)), 0);
  return null;
}

const MAX_NAMED = 10_000;

/** Returns the manifest: whose data it is, when it was exported, and the digests of all files. */
function manifestOf(realm: Realm, archive: ArchiveRow): object {
  return {
    program: "parley",
    kind: "own data",
    origin: realm.url,
    user_id: archive.subject,
    exported_at: toWholeSeconds(archive.started_at),
    members: membersOf(realm, archive, "", MAX_NAMED).map(({ name, size: bytes, sha256, rows }) => ({
      name,
      bytes,
      sha256,
      rows,
    })),
    files: filesOfArchive(realm, archive),
  };
}
