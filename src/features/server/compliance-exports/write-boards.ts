import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { filesOfPage } from "../../files/attachments/claims.ts";
import { boardPins, pageVersions } from "../../messages/boards/board-contents.ts";
import { heldFilesOfPage, heldPages } from "../../trust/legal-holds/held-versions.ts";
import type { ArchivePosition, PieceContext } from "../exports/archives/kinds.ts";
import { addFiles, listedFile } from "./exported-message.ts";
import { encodeJsonLines, memberName, type Progress } from "./numbered-members.ts";
import type { Scope } from "./scope.ts";
import { isoTime } from "./times.ts";

const HELD_AT_ONCE = 200;
/** Limits on one piece, the work of one job run. A page has at most about 40 kB. */
const MAX_ROWS = 500;
const MAX_FILE_BYTES = 200_000_000;

/**
 * Writes the boards of channels: pins, and all versions of pages, including those retained only by holds, with their
 * files. The position is the id of the last completed channel. Within a channel, it also has the last version written:
 * `CHANNEL -VERSION` for one of the history, or `CHANNEL ID` for a retained one.
 */
export async function writeBoards(
  context: PieceContext,
  scope: Scope,
  { after, member }: Progress,
): Promise<ArchivePosition> {
  const { realm } = context;
  const [done = 0, within] = String(after).split(" ").map(Number);
  const rows: object[] = [];
  let listed = 0;
  const isFull = () => listed >= MAX_ROWS || context.bytesOfFiles() >= MAX_FILE_BYTES;
  const end = async (position: string): Promise<ArchivePosition> => {
    if (rows.length > 0) await context.put(memberName("boards", member, "jsonl"), encodeJsonLines(rows), rows.length);
    return { section: "boards", after: { after: position, member: rows.length > 0 ? member + 1 : member } };
  };
  const channels = scope.conversations
    .flatMap((conversation) => channelIndex(realm).byConversation.get(conversation) ?? [])
    .toSorted((one, other) => one.id - other.id);
  for (const channel of channels) {
    const isBegun = channel.id === done && within !== undefined;
    if (channel.id <= done && !isBegun) continue;
    for (const { row, files = [], at } of rowsOf(context, scope, { channel, after: isBegun ? within : -Infinity })) {
      const added = await addFiles(context, files);
      rows.push(added.length > 0 ? { ...row, files: added.map(listedFile) } : row);
      listed += 1 + added.length;
      if (at !== undefined && isFull()) return end(`${channel.id} ${at}`);
    }
    if (isFull()) return end(`${channel.id}`);
  }
  await end("");
  return { section: "people", after: null };
}

interface BoardRow {
  readonly row: object;
  readonly files?: Parameters<typeof addFiles>[1];
  /** Position to continue at. Undefined if a piece can't end here. */
  readonly at?: number;
}

function* rowsOf(
  { realm }: PieceContext,
  scope: Scope,
  { channel, after }: { readonly channel: Channel; readonly after: number },
): Generator<BoardRow> {
  type OnBoard = Parameters<Scope["choosesOnBoard"]>[0];
  const chooses = (by: OnBoard["by"], at: OnBoard["at"], isHeld: boolean) =>
    scope.choosesOnBoard({ channel_id: channel.id, by, at }, isHeld);
  if (after < 0) {
    for (const page of pageVersions(realm, channel).filter(({ version }) => version < -after))
      if (chooses(page.edited_by, page.edited_at, false))
        yield { row: pageRow(page), files: filesOfPage(realm, channel.id, page.version), at: -page.version };
    for (const { pinned_by, pinned_at, ...pinned } of boardPins(realm, channel))
      if (chooses(pinned_by, pinned_at, false))
        yield { row: { channel: channel.id, ...pinned, pinned_by, pinned_at: isoTime(pinned_at) } };
  }
  for (let last = Math.max(after, 0); ; ) {
    const versions = heldPages(realm, channel.id, { hold: scope.hold, after: last, most: HELD_AT_ONCE });
    for (const page of versions) {
      if (!chooses(page.edited_by, page.edited_at, true)) continue;
      const files = heldFilesOfPage(realm, page.id);
      // An empty page can't have files, so the hold retained only the files.
      const content = page.content === "" && files.length > 0 ? null : page.content;
      yield { row: pageRow({ ...page, content }), files, at: page.id };
    }
    if (versions.length < HELD_AT_ONCE) return;
    last = versions.at(-1)?.id ?? last;
  }
}

type Page = Pick<ReturnType<typeof heldPages>[number], "channel_id" | "version" | "edited_by" | "edited_at">;

const pageRow = ({ channel_id, version, content, edited_by, edited_at }: Page & { content: string | null }) => ({
  channel: channel_id,
  ...{ page_version: version, text: content, edited_by, edited_at: isoTime(edited_at) },
});
