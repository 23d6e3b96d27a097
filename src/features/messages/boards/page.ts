import { fillMarkup, type Markup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import { lengthLimits } from "../../../protocol/limits.ts";
import type { Realm } from "../../../realm/realm.ts";
import { type Channel, channelIndex } from "../../channels/channels/channels.ts";
import { markupNames } from "../core/send/markup-names.ts";
import { linkUploadsFromPage } from "../core/store/uploads.ts";
import { boardAudience } from "./access.ts";
import { boardChanged } from "./board-message.ts";
import { type PageObject, pageChanged } from "./events.ts";
import { pagesLeavingHook } from "./hooks.ts";
import { recordChange } from "./pins.ts";
import type { PageRow, PinRow } from "./rows.ts";
import * as rows from "./rows.ts";

/** Shown until someone writes the page. */
const EMPTY: PageObject = { version: 0, content: "", rendered_content: "", edited_by: null, date_edited: 0 };

const pageObject = ({ version, content, html, edited_by, edited_at }: PageRow): PageObject => ({
  ...{ version, content, edited_by },
  rendered_content: html,
  date_edited: edited_at,
});

export function pageOf(realm: Realm, { id }: Pick<Channel, "id">): PageObject {
  const row = rows.newestPage.first(realm.sql, { channel: id });
  return row === undefined ? EMPTY : pageObject(row);
}

export function checkPage(content: string): string {
  const text = content.trimEnd();
  if (text.includes("\0")) throw badRequest("Page must not contain null bytes");
  const { max_message_length: most } = lengthLimits;
  if ([...text].length > most) throw badRequest(`content is too long (limit: ${most} characters)`);
  return text;
}

interface NewPage {
  readonly content: string;
  readonly markup: Markup;
  /** The version that the writer edited. */
  readonly base: number;
}

/**
 * Writes a new version of a page. Throws with the current version if the writer edited an older one. Mentions notify no
 * one, because a page isn't a message.
 */
export function changePage(realm: Realm, actor: Actor, channel: Channel, { content, markup, base }: NewPage): number {
  const now = pageOf(realm, channel);
  // A repeated request whose reply was lost.
  if (content === now.content && base <= now.version) return now.version;
  if (base !== now.version) throw pageConflict(now);
  const { html, attachmentPaths: paths } = fillMarkup(markup, markupNames(realm, actor));
  const version = now.version + 1;
  const row = { channel_id: channel.id, version, content, html, edited_by: actor.user_id, edited_at: realm.seconds() };
  rows.insertPage.run(realm.sql, row);
  const old = { channel: channel.id, version: version - limits.channel.page_versions };
  realm.run(pagesLeavingHook, rows.pagesUpTo.all(realm.sql, old));
  rows.deletePagesUpTo.run(realm.sql, old);
  const page = { channel: channel.id, version, forgotten: old.version };
  linkUploadsFromPage(realm, page, { writer: actor, paths });
  recordChange(realm, channel, "page_changed");
  realm.emit(pageChanged({ stream_id: channel.id, page: pageObject(row) }), boardAudience(realm, channel));
  boardChanged(realm, channel.id);
  return version;
}

const REWRITTEN_AT_ONCE = 50;

/**
 * Applies `rewrite` to the next page versions after an id, keeping their authors. Returns the id of the last one, or
 * null if none are left.
 */
export function rewritePages(
  realm: Realm,
  after: number,
  rewrite: (text: Pick<PageRow, "content" | "html">) => Pick<PageRow, "content" | "html">,
): number | null {
  const found = rows.pagesAfter.all(realm.sql, { after, most: REWRITTEN_AT_ONCE });
  for (const { id, ...row } of found) {
    const { content, html } = rewrite(row);
    if (content === row.content && html === row.html) continue;
    realm.run(pagesLeavingHook, [row]);
    rows.updatePageText.run(realm.sql, { id, content, html });
    const channel = channelIndex(realm).byId.get(row.channel_id);
    if (channel === undefined || rows.newestPage.first(realm.sql, { channel: channel.id })?.version !== row.version)
      continue;
    const page = pageObject({ ...row, content, html });
    realm.emit(pageChanged({ stream_id: channel.id, page }), boardAudience(realm, channel));
    boardChanged(realm, channel.id);
  }
  return found.length < REWRITTEN_AT_ONCE ? null : (found.at(-1)?.id ?? null);
}

const pageConflict = ({ version, content }: PageObject) =>
  new ApiError({
    code: "PAGE_CONFLICT",
    msg: "Someone else changed the page meanwhile.",
    extra: { version, content },
  });

/** Returns the stored versions of a page, newest first, and the pinned messages that moved to another channel. */
export const boardHistory = (realm: Realm, { id }: Channel) => ({
  versions: rows.pagesOfChannel.all(realm.sql, { channel: id }).map(({ version, content, edited_by, edited_at }) => ({
    ...{ version, content, edited_by },
    date_edited: edited_at,
  })),
  moved_messages: rows.movedPinsOfChannel.all(realm.sql, { channel: id }).map(({ message_id, moved_at }) => ({
    message_id,
    date_moved: moved_at,
  })),
});

/** Records in a board's history that a pinned message moved to another channel. */
export function noteMovedMessage(realm: Realm, { id: channel }: Channel, { message_id }: PinRow): void {
  if (message_id === null) return;
  rows.insertMovedPin.run(realm.sql, { channel, message: message_id, at: realm.seconds() });
  rows.deleteOldMovedPins.run(realm.sql, { channel, most: limits.channel.moved_pins });
}
