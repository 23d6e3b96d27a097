import { lengthLimits } from "../../protocol/limits.ts";
import { tryForeignJson } from "../../util/foreign-json.ts";
import { isRecord } from "../markdown/loose-json.ts";
import { cleanText, shortened, splitContent } from "../text.ts";
import { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

/** An edit in the archive's format. */
interface Edit {
  readonly user_id: number | null;
  readonly timestamp: number;
  readonly prev_content?: string;
  readonly prev_topic?: string;
  readonly topic?: string;
  readonly prev_stream?: number;
  readonly stream?: number;
}

/** Maximum characters of previous texts kept per message. */
const MAX_CHARACTERS = 1_000_000;
const MAX_EDITS = 5000;

interface History {
  readonly edits: Edit[];
  readonly last_edit_at: number | null;
  readonly last_moved_at: number | null;
}

/** Returns a message's edit history (stored as a JSON string), newest first. */
export function historyOf(source: ZulipImport, message: Row): History {
  const value = message.values["edit_history"];
  const list = typeof value === "string" ? tryForeignJson(value) : value;
  const edits: Edit[] = [];
  let characters = 0;
  for (const one of Array.isArray(list) ? list : []) {
    const edit = isRecord(one) ? editOf(source, new Row(one, message.place)) : undefined;
    characters += edit?.prev_content?.length ?? 0;
    if (edit === undefined || edits.length === MAX_EDITS || characters > MAX_CHARACTERS)
      source.leaveOut(message, "messages: an edit that is none, or of too long a history");
    else edits.push(edit);
  }
  const last = (is: (edit: Edit) => boolean) =>
    edits.reduce<number | null>((time, edit) => (is(edit) ? Math.max(time ?? 0, edit.timestamp) : time), null);
  const edited = last(({ prev_content }) => prev_content !== undefined);
  return {
    edits,
    last_edit_at: edits.length > 0 ? edited : (message.past("last_edit_time", source.conversion.now) ?? null),
    last_moved_at: last(({ prev_topic, prev_stream }) => prev_topic !== undefined || prev_stream !== undefined),
  };
}

function editOf(source: ZulipImport, row: Row): Edit | undefined {
  const timestamp = row.past("timestamp", source.conversion.now);
  if (timestamp === undefined) return undefined;
  const content = row.text("prev_content");
  const [topic, before] = [row.text("topic"), row.text("prev_topic") ?? row.text("prev_subject")];
  const [channel, channelBefore] = [source.channelIn(row, "stream"), source.channelIn(row, "prev_stream")];
  return {
    user_id: source.userIn(row, "user_id") ?? null,
    timestamp,
    ...(content !== undefined && { prev_content: splitContent(content)[0] ?? "" }),
    ...(before !== undefined && { prev_topic: topicOf(before) }),
    ...(topic !== undefined && { topic: topicOf(topic) }),
    ...(channelBefore !== undefined && { prev_stream: channelBefore }),
    ...(channel !== undefined && { stream: channel }),
  };
}

/** Shortens a topic name to its limit. Spaces are kept, because topic links include them. */
export const topicOf = (name: string): string =>
  shortened(
    cleanText(name)
      .replace(/[\t\n]/g, " ")
      .trim(),
    lengthLimits.max_topic_length,
  );
