import * as v from "valibot";
import { query } from "../../../api/endpoint.ts";
import { boolean, integer, optional } from "../../../api/parameter.ts";
import type { BulkReader } from "../../../database/bulk-reader.ts";
import { bulkRowId } from "../../../database/bulk-table.ts";
import { feature } from "../../../feature.ts";
import { htmlDiff } from "../../../markup/index.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { shownTopic } from "../../../protocol/limits.ts";
import { realmSettings } from "../../organization/organization-settings/realm-settings.ts";
import { accessMessage, invalidMessage } from "../core/store/access.ts";
import { type EditHistoryEntry, parseEditHistory } from "../core/store/message-object.ts";
import type { StoredMessage } from "../core/store/stored-message.ts";
import { snapshotSchema } from "./snapshot-schema.ts";

type Snapshot = v.InferOutput<typeof snapshotSchema>;

interface SnapshotOptions {
  /** Whether the organization shows edits of the text. Otherwise only moves are shown (messages.md 9). */
  readonly showsContent: boolean;
  readonly allowsEmpty: boolean;
}

interface State {
  readonly topic: string;
  readonly content: string;
  readonly html: string;
}

/** Returns a message's states after each edit, oldest first, derived backwards from the current one. */
function snapshots(row: EditedRow, options: SnapshotOptions): Snapshot[] {
  const edits = row.edit_history === null ? [] : parseEditHistory(row.edit_history, row.id);
  let state: State = row;
  const newestFirst: Snapshot[] = [];
  for (const edit of edits) {
    if (options.showsContent || isMove(edit)) newestFirst.push(snapshot(state, edit, options));
    state = {
      topic: edit.prev_topic ?? state.topic,
      // If only moves are shown, every state has the current text.
      content: (options.showsContent ? edit.prev_content : undefined) ?? state.content,
      html: (options.showsContent ? edit.prev_rendered_content : undefined) ?? state.html,
    };
  }
  const first: Snapshot = {
    ...shownState(state, options.allowsEmpty),
    timestamp: row.sent_at,
    user_id: row.sender_id,
  };
  return [first, ...newestFirst.reverse()];
}

const isMove = ({ topic, stream }: EditHistoryEntry) => topic !== undefined || stream !== undefined;

function snapshot(state: State, edit: EditHistoryEntry, options: SnapshotOptions): Snapshot {
  const { user_id, timestamp, prev_topic, stream, prev_stream, prev_content, prev_rendered_content, assistant } = edit;
  return {
    ...shownState(state, options.allowsEmpty),
    timestamp,
    user_id,
    ...(assistant && { assistant }),
    ...(prev_topic === undefined ? {} : { prev_topic: shownTopic(prev_topic, options.allowsEmpty) }),
    ...(stream === undefined ? {} : { stream }),
    ...(prev_stream === undefined ? {} : { prev_stream }),
    ...(options.showsContent && prev_content !== undefined && prev_rendered_content !== undefined
      ? { prev_content, prev_rendered_content, content_html_diff: htmlDiff(prev_rendered_content, state.html) }
      : {}),
  };
}

const shownState = ({ topic, content, html }: State, allowsEmpty: boolean) => ({
  topic: shownTopic(topic, allowsEmpty),
  content,
  rendered_content: html,
});

type EditedRow = Pick<
  StoredMessage,
  "id" | "sender_id" | "sent_at" | "channel_id" | "topic" | "content" | "html" | "edit_history"
>;

const fetchEdited = ({ realm, database }: BulkReader, id: number): Promise<EditedRow | null> =>
  database
    .prepare(
      "SELECT id, sender_id, sent_at, channel_id, topic, content, html, edit_history FROM messages WHERE key = ?1",
    )
    .bind(bulkRowId(realm, id))
    .first<EditedRow>();

/** Returns a message's state after each of its edits (seed 4.16). */
const getHistoryEndpoint = query({
  route: "GET /messages/:message_id/history",
  scope: "read",
  by: "spectator",
  params: { message_id: integer, allow_empty_topic_name: optional(boolean, false) },
  reply: { message_history: v.array(snapshotSchema) },
  plan({ realm, actor, params }) {
    const policy = realmSettings(realm).message_edit_history_visibility_policy;
    const { id } = accessMessage(realm, actor, params.message_id);
    if (policy === "none") throw badRequest("Message edit history is disabled in this organization");
    return { id, showsContent: policy === "all" };
  },
  withoutBulk: ({ realm, plan }) => (realm.holds([plan.id]) ? plan : undefined),
  async answer({ bulk, params, plan: { id, showsContent } }) {
    const message = await fetchEdited(bulk, id);
    if (message === null) throw invalidMessage();
    // Direct messages have no topic. Theirs is stored as "", which must not be treated as a channel's empty topic.
    const allowsEmpty = params.allow_empty_topic_name || message.channel_id === null;
    return { message_history: snapshots(message, { showsContent, allowsEmpty }) };
  },
});

export const editHistory = feature({ name: "history", endpoints: [getHistoryEndpoint] });
