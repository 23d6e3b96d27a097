import type { ChannelId, UserId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { Attachment } from "../../files/attachments/attachments.ts";
import { filesOfPage, pageVersionsWith } from "../../files/attachments/claims.ts";
import { pageEdit, pageEditsBy } from "../../messages/boards/board-contents.ts";
import { activeHolds, findHold } from "./active.ts";
import { letGoOfFile } from "./keep-files.ts";
import type { HeldPage } from "./page-rows.ts";
import * as rows from "./page-rows.ts";
import { addToSums } from "./rows.ts";
import type { Hold, HoldTerms } from "./terms.ts";

/** Something on a channel's board, and who wrote or pinned it. */
interface OnBoard {
  readonly channel_id: ChannelId;
  readonly by: UserId | null;
  readonly at: Seconds;
}

const isWithin = (
  { channel_id, by, at }: OnBoard,
  { channels, custodians, from, until, direct_only }: HoldTerms,
): boolean => {
  if (direct_only || (from !== null && at < from) || (until !== null && at > until)) return false;
  return channels.includes(channel_id) || (by !== null && custodians.includes(by));
};

/** Returns a test of whether a hold covers a version or pin on a channel's board, because of its channel or author. */
export function coversOnBoard(realm: Realm, id: number): (one: OnBoard) => boolean {
  const hold = findHold(realm, id);
  return (one) => hold !== undefined && isWithin(one, hold);
}

/** Whether a hold covers any version of a page that a user wrote in one of the hold's channels. */
export const coversPageBy = (realm: Realm, hold: Hold, user: UserId): boolean =>
  pageEditsBy(realm, user, hold.channels).some((edit) => isWithin(onBoard(edit), hold));

/** Retains versions of pages that are about to be deleted, for each hold that covers them. */
export function keepPages(realm: Realm, pages: readonly Omit<HeldPage, "id">[]): void {
  for (const page of pages) {
    const holds = activeHolds(realm).filter((hold) => isWithin(onBoard(page), hold));
    if (holds.length > 0) keep(realm, page, { holds, files: filesOfPage(realm, page.channel_id, page.version) });
  }
}

/** Maximum versions of pages linking to one file that are checked for a hold. */
const MAX_SEARCHED = 5000;

/** Retains a file before it is deleted, for each hold that covers a page version that still links to it. */
export function keepRemovedPageFile(realm: Realm, file: Attachment): void {
  const active = activeHolds(realm);
  if (active.length === 0) return;
  const versions = pageVersionsWith(realm, file, MAX_SEARCHED).flatMap((one) => {
    const edit = pageEdit(realm, one.channel_id, one.version);
    return edit === undefined ? [] : [{ ...one, ...edit }];
  });
  const kept = Map.groupBy(active, (hold) => versions.find((version) => isWithin(onBoard(version), hold)));
  for (const [version, holds] of kept)
    if (version !== undefined) keep(realm, { ...version, content: "" }, { holds, files: [file] });
}

const onBoard = ({ channel_id, edited_by: by, edited_at: at }: Omit<HeldPage, "id" | "version" | "content">) => ({
  ...{ channel_id, by, at },
});

function keep(
  realm: Realm,
  { channel_id, version, content, edited_by, edited_at }: Omit<HeldPage, "id">,
  { holds, files }: { readonly holds: readonly { id: number }[]; readonly files: readonly Attachment[] },
): void {
  const { id } = rows.insertHeldPage.one(realm.sql, { channel_id, version, content, edited_by, edited_at });
  for (const { path_id, name, content_type, size, owner_id, created_at } of files)
    rows.insertHeldPageFile.run(realm.sql, { page_id: id, path_id, name, content_type, size, owner_id, created_at });
  for (const hold of holds) {
    rows.insertHeldPageBy.run(realm.sql, { hold: hold.id, page: id });
    addPages(realm, hold.id, [id], 1);
  }
}

function addPages(realm: Realm, id: number, pages: readonly number[], sign: 1 | -1): void {
  const { versions, files, bytes } = rows.pagesHeld.one(realm.sql, { hold: id, ids: JSON.stringify(pages) });
  addToSums.run(realm.sql, { id, versions: sign * versions, files: sign * files, bytes: sign * bytes });
}

/** Adds to an active hold the next retained pages that it covers. Returns whether there may be more. */
export function addCoveredPages(realm: Realm, id: number, most: number): boolean {
  const hold = findHold(realm, id);
  if (hold === undefined || hold.direct_only) return false;
  const pages = rows.coveredPages.all(realm.sql, {
    ...{ hold: id, from: hold.from, until: hold.until, most },
    channels: JSON.stringify(hold.channels),
    custodians: JSON.stringify(hold.custodians),
  });
  for (const { page } of pages) rows.insertHeldPageBy.run(realm.sql, { hold: id, page });
  if (pages.length > 0)
    addPages(
      realm,
      id,
      pages.map(({ page }) => page),
      1,
    );
  return pages.length === most;
}

/** Deletes the next pages that only a released hold retained. Returns whether there may be more. */
export function letGoOfPages(realm: Realm, id: number, most: number): boolean {
  const pages = rows.deleteHeldPagesBy.all(realm.sql, { hold: id, most }).map(({ page_id }) => page_id);
  if (pages.length === 0) return false;
  addPages(realm, id, pages, -1);
  const gone = rows.deleteUnheldPages.all(realm.sql, { ids: JSON.stringify(pages) }).map(({ id: page }) => page);
  const paths = rows.deleteHeldPageFiles.all(realm.sql, { ids: JSON.stringify(gone) });
  for (const path of new Set(paths.map(({ path_id }) => path_id))) letGoOfFile(realm, path);
  return pages.length === most;
}
