import * as v from "valibot";
import { job } from "../../../realm/job.ts";
import type { Realm } from "../../../realm/realm.ts";
import { placeOfMessage } from "../../conversations/conversations.ts";
import { messageInRealm, withContentInRealm } from "../core/store/access-to-change.ts";
import { writeRendering } from "../core/store/write-edit.ts";
import { emitRendered } from "../editing/emit-updated.ts";
import { type CallRow, callById, readPeople } from "./rows.ts";

/** Job that updates a call's message with a summary of the call. */
export const TITLE_JOB = "calls.title";

/** Matches a message that is only a call's link. A message that its author has edited is left unchanged. */
const LINK = /^(<p><a [^>]*href="[^"]*\/call\/(\d{15})[^"]*"[^>]*>)[^<]*(<\/a><\/p>)$/;

/**
 * Writes a summary of the call into the link text of its message, in the HTML only. Clients without support for calls
 * show only this message.
 */
export const writeTitle = job(v.object({ call: v.string() }), async ({ realm }, { call }) => {
  const row = callById.first(realm.sql, { id: call });
  if (row === undefined) return;
  await realm.changeWithMessages([row.message_id], () => showTitle(realm, row));
});

function showTitle(realm: Realm, row: CallRow): void {
  const place = placeOfMessage(realm, row.message_id);
  if (place === undefined) return;
  const [held] = withContentInRealm(realm, [place]);
  // The message was evicted after it was loaded. The job fails and is retried.
  if (held === undefined) throw new Error(`message ${row.message_id} is not held`);
  const { content, html, is_me } = messageInRealm(realm, held);
  const [, before, id, after] = LINK.exec(html) ?? [];
  const rendered_content = `${before}${callTitle(row)}${after}`;
  if (id !== row.id || rendered_content === html) return;
  writeRendering(realm, place.id, rendered_content);
  emitRendered(realm, held, { content, rendered_content, is_me_message: is_me === 1 });
}

function callTitle({ id, video, started_at, ended_at, people }: CallRow): string {
  const count = readPeople(people, id).length;
  if (count < 2) return "Missed call";
  const minutes = Math.max(1, Math.round(((ended_at ?? started_at) - started_at) / 60));
  const parts = [minutes >= 60 && `${Math.floor(minutes / 60)} h`, minutes % 60 > 0 && `${minutes % 60} min`];
  return `${video === 1 ? "Video" : "Voice"} call, ${parts.filter(Boolean).join(" ")}, ${count} people`;
}
