import * as v from "valibot";
import { isOwner } from "../../../protocol/actor.ts";
import type { Realm } from "../../../realm/realm.ts";
import { toWholeSeconds } from "../../../util/time.ts";
import { receivedByAll } from "../../channels/channels/archive-subscriptions.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { allUserIds } from "../../organization/accounts/archive.ts";
import { checkRecentLogin } from "../../organization/accounts/authentication/credentials.ts";
import { audit, auditHead } from "../../trust/audit-log/audit.ts";
import { findHold } from "../../trust/legal-holds/active.ts";
import { checkpointOf } from "../audit-streaming/signer.ts";
import type { ArchiveKind, ArchivePosition, ArchiveRow, PieceContext } from "../exports/archives/kinds.ts";
import { filesOfArchive, membersOf } from "../exports/archives/of-kind.ts";
import { COMPLIANCE_NAME } from "../exports/download.ts";
import { noteState, termsOf } from "./compliance-exports.ts";
import { personOf } from "./exported-message.ts";
import { encodeJsonLines, memberName, type Progress, progress } from "./numbered-members.ts";
import { type ComplianceRow, exportById } from "./rows.ts";
import { Scope } from "./scope.ts";
import { isoTime } from "./times.ts";
import { writeBoards } from "./write-boards.ts";
import { writeMessages } from "./write-messages.ts";

const PEOPLE_IN_PIECE = 20_000;
const NAMES_IN_PIECE = 20_000;
const MAX_SPANS = 100_000;

/** Archives of compliance exports (src/features/server/compliance-exports/README.md). */
export const complianceArchive: ArchiveKind = {
  name: "compliance",
  first: "messages",
  async next(context) {
    const { realm, archive, at } = context;
    const row = exportById.first(realm.sql, { id: archive.subject ?? 0 });
    if (row === undefined) return null;
    switch (at.section) {
      case "messages":
        return (
          (await writeMessages(context, new Scope(realm, termsOf(row)), at.after)) ?? {
            section: "participants",
            after: null,
          }
        );
      case "participants":
        return writeParticipants(context, new Scope(realm, termsOf(row)), v.parse(progress, at.after));
      case "boards":
        return writeBoards(context, new Scope(realm, termsOf(row)), v.parse(progress, at.after));
      case "people":
        return writePeople(context, v.parse(progress, at.after));
      default:
        return writeDigests(context, v.parse(progress, at.after));
    }
  },
  manifest(realm, archive) {
    const row = exportById.first(realm.sql, { id: archive.subject ?? 0 });
    return row === undefined ? {} : manifestOf(realm, archive, row);
  },
  fileName: () => COMPLIANCE_NAME,
  isFor: (realm, actor) => realm.config.holds && isOwner(actor) && actor.session_id !== undefined,
  checkDownload: checkRecentLogin,
  changed(realm, { subject }, state) {
    if (subject !== null) noteState(realm, complianceArchive, subject, state);
  },
  downloaded(realm, { subject }) {
    if (subject !== null) audit(realm, "compliance_export.downloaded", { of: { type: "export", id: subject } });
  },
};

/** Writes the subscription history: each user's first and last message in a channel, per period of subscription. */
async function writeParticipants(
  context: PieceContext,
  scope: Scope,
  { after, member }: Progress,
): Promise<ArchivePosition> {
  const { realm } = context;
  const rows: object[] = [];
  const { byConversation } = channelIndex(realm);
  for (const conversation of scope.conversations) {
    const channel = byConversation.get(conversation);
    if (channel === undefined || conversation <= Number(after)) continue;
    for (const { user_id, first, last } of receivedByAll(realm, channel.id)) {
      rows.push({ channel: channel.id, person: user_id, first_message: first, last_message: last });
    }
    if (rows.length < MAX_SPANS) continue;
    await context.put(memberName("participants", member, "jsonl"), encodeJsonLines(rows), rows.length);
    return { section: "participants", after: { after: conversation, member: member + 1 } };
  }
  if (rows.length > 0)
    await context.put(memberName("participants", member, "jsonl"), encodeJsonLines(rows), rows.length);
  return { section: "boards", after: null };
}

/** Writes the accounts that ids in the export refer to. */
async function writePeople(context: PieceContext, { after, member }: Progress): Promise<ArchivePosition> {
  const { realm } = context;
  const left = allUserIds(realm).filter((id) => id > Number(after));
  const rows = left.slice(0, PEOPLE_IN_PIECE).flatMap((id) => {
    const user = findUser(realm, id);
    return user === undefined ? [] : [{ ...personOf(realm, id), is_active: user.is_active === 1 }];
  });
  if (rows.length > 0) await context.put(memberName("people", member, "jsonl"), encodeJsonLines(rows), rows.length);
  if (left.length <= PEOPLE_IN_PIECE) return { section: "digests", after: null };
  return { section: "people", after: { after: left[PEOPLE_IN_PIECE - 1] ?? 0, member: member + 1 } };
}

const DIGESTS = "digests-";

/** Writes the digests of all files in the archive, in the format of `sha256sum -c`. */
async function writeDigests(context: PieceContext, { after, member }: Progress): Promise<ArchivePosition | null> {
  const { realm, archive } = context;
  const members = membersOf(realm, archive, String(after || ""), NAMES_IN_PIECE);
  const listed = members.filter(({ name }) => !name.startsWith(DIGESTS));
  const text = listed.map(({ name, sha256 }) => `${sha256}  ${name}\n`).join("");
  if (listed.length > 0)
    await context.put(memberName("digests", member, "sha256"), new TextEncoder().encode(text), listed.length);
  if (members.length < NAMES_IN_PIECE) return null;
  return { section: "digests", after: { after: members.at(-1)?.name ?? "", member: member + 1 } };
}

type Hold = NonNullable<ReturnType<typeof findHold>>;

const timeOrNull = (at: number | null) => (at === null ? null : isoTime(at));
const aboutHold = ({ name, matter, custodians, channels, from, until, direct_only }: Hold) => ({
  ...{ name, matter, custodians, channels, direct_only },
  from: timeOrNull(from),
  until: timeOrNull(until),
});

/** Returns the export's terms, the digests of the lists of digests, and a checkpoint that proves when it was made. */
function manifestOf(realm: Realm, archive: ArchiveRow, row: ComplianceRow): object {
  const { people, channels, hold_id, sent_from, sent_until } = termsOf(row);
  const hold = hold_id === null ? undefined : findHold(realm, hold_id);
  const digests = membersOf(realm, archive, DIGESTS, NAMES_IN_PIECE).filter(({ name }) => name.startsWith(DIGESTS));
  return {
    program: "parley",
    kind: "compliance export",
    origin: realm.url,
    id: row.id,
    reason: row.reason,
    started_by: row.started_by,
    confirmed_by: row.confirmed_by,
    exported_at: isoTime(toWholeSeconds(archive.started_at)),
    newest_message: archive.newest_message,
    from: timeOrNull(sent_from),
    until: timeOrNull(sent_until),
    people,
    channels,
    hold: hold_id === null ? null : { id: hold_id, ...(hold && aboutHold(hold)) },
    digests: digests.map(({ name, size: bytes, sha256, rows: members }) => ({ name, bytes, sha256, members })),
    files: filesOfArchive(realm, archive),
    checkpoint: checkpointOf(realm, auditHead(realm).size),
  };
}
