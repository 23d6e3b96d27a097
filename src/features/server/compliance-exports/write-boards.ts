import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { boardPins, pageVersions } from "../../messages/boards/board-contents.ts";
import { heldPages } from "../../trust/legal-holds/held-versions.ts";
import type { ArchivePosition, PieceContext } from "../exports/archives/kinds.ts";
import { encodeJsonLines, memberName, type Progress } from "./numbered-members.ts";
import type { Scope } from "./scope.ts";
import { isoTime } from "./times.ts";

const HELD_AT_ONCE = 200;
/** Rows after which a piece ends. A page has at most some 40 kB. */
const MAX_ROWS = 500;

/**
 * Writes what channels' boards have: pins, and versions of pages with those that only holds keep. Position: the last
 * channel, or `CHANNEL HELD` within the held versions of one.
 */
export async function writeBoards(
  context: PieceContext,
  scope: Scope,
  { after, member }: Progress,
): Promise<ArchivePosition> {
  const { realm } = context;
  const [done = 0, held = -1] = String(after).split(" ").map(Number);
  const rows: object[] = [];
  const end = async (position: string): Promise<ArchivePosition> => {
    if (rows.length > 0) await context.put(memberName("boards", member, "jsonl"), encodeJsonLines(rows), rows.length);
    return { section: "boards", after: { after: position, member: rows.length > 0 ? member + 1 : member } };
  };
  const channels = scope.conversations
    .flatMap((conversation) => channelIndex(realm).byConversation.get(conversation) ?? [])
    .toSorted((one, other) => one.id - other.id);
  for (const channel of channels) {
    const isBegun = channel.id === done && held >= 0;
    if (channel.id <= done && !isBegun) continue;
    if (!isBegun) rows.push(...shownNow(context, scope, channel));
    for (let last = isBegun ? held : 0; ; ) {
      const versions = heldPages(realm, channel.id, { hold: scope.hold, after: last, most: HELD_AT_ONCE });
      for (const { id: _, edited_by: by, edited_at: at, ...version } of versions)
        if (scope.choosesOnBoard({ channel_id: channel.id, by, at }, true)) rows.push(pageRow({ ...version, by, at }));
      if (versions.length < HELD_AT_ONCE) break;
      last = versions.at(-1)?.id ?? last;
      if (rows.length >= MAX_ROWS) return end(`${channel.id} ${last}`);
    }
    if (rows.length >= MAX_ROWS) return end(`${channel.id}`);
  }
  await end("");
  return { section: "people", after: null };
}

const pageRow = (page: { channel_id: number; version: number; content: string; by: number | null; at: number }) => ({
  channel: page.channel_id,
  ...{ page_version: page.version, text: page.content, edited_by: page.by, edited_at: isoTime(page.at) },
});

function* shownNow({ realm }: PieceContext, scope: Scope, channel: Channel): Generator<object> {
  const chooses = (
    by: Parameters<Scope["choosesOnBoard"]>[0]["by"],
    at: Parameters<Scope["choosesOnBoard"]>[0]["at"],
  ) => scope.choosesOnBoard({ channel_id: channel.id, by, at }, false);
  for (const { channel_id, version, content, edited_by: by, edited_at: at } of pageVersions(realm, channel))
    if (chooses(by, at)) yield pageRow({ channel_id, version, content, by, at });
  for (const { pinned_by, pinned_at, ...pinned } of boardPins(realm, channel))
    if (chooses(pinned_by, pinned_at))
      yield { channel: channel.id, ...pinned, pinned_by, pinned_at: isoTime(pinned_at) };
}
