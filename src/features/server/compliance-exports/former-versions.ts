import type { ConversationId, MessageId } from "../../../protocol/ids.ts";
import type { Realm } from "../../../realm/realm.ts";
import { parseEditHistory } from "../../messages/core/store/message-object.ts";
import type { fetchMessages } from "../../messages/core/store/stored-content.ts";
import { pressesAsParts } from "../../messages/presses/presses.ts";
import { type Submessage, submessagesOf } from "../../messages/widgets/widgets.ts";
import { type HeldVersion, heldPresses, heldSubmessages, heldVersions } from "../../trust/legal-holds/held-versions.ts";
import { isoTime } from "./times.ts";

/** Maximum number of presses in a line of an export, because each can be long. */
export const MAX_PRESSES = 50;

type MessageRow = Awaited<ReturnType<typeof fetchMessages>>[number];

/** A message in its current or last state in a conversation, with the versions that holds retain. */
export interface FoundMessage
  extends Pick<MessageRow, "id" | "sender_id" | "sent_at" | "edit_history">,
    Pick<HeldVersion, "topic" | "content"> {
  readonly isThere: boolean;
  readonly versions: readonly HeldVersion[];
  /** Excludes presses. */
  readonly submessages: readonly Submessage[];
  /** Returns the next presses after an id, at most `MAX_PRESSES`. */
  pressesAfter(id: number): readonly Submessage[];
  /** When the message was deleted or moved away. */
  readonly gone: { readonly deleted_at?: string | null; readonly moved_at?: string };
}

/**
 * Returns a message in a conversation. Undefined if it no longer exists there and no hold retains any of its versions.
 */
export function findMessage(
  realm: Realm,
  id: MessageId,
  about: { readonly conversation: ConversationId; readonly row: MessageRow | undefined; readonly hold: number | null },
): FoundMessage | undefined {
  const all = versionsOf(realm, id, about.hold);
  const partsUpTo = (last: number) => {
    const held = { hold: about.hold, last };
    const isThere = about.row !== undefined;
    return {
      submessages: eachOnce([...heldSubmessages(realm, id, held), ...(isThere ? submessagesOf(realm, id) : [])]),
      pressesAfter(after: number) {
        const page = { after, most: MAX_PRESSES };
        const present = isThere ? pressesAsParts(realm, id, page) : [];
        return eachOnce([...heldPresses(realm, id, { ...held, ...page }), ...present]).slice(0, MAX_PRESSES);
      },
    };
  };
  if (about.row !== undefined)
    return { ...about.row, isThere: true, versions: all, ...partsUpTo(Number.MAX_SAFE_INTEGER), gone: {} };
  const here = all.filter(({ conversation_id }) => conversation_id === about.conversation);
  const last = here.at(-1);
  if (last === undefined) return undefined;
  const at = isoTime(last.held_at);
  const text = here.findLast(({ content }) => content !== null) ?? last;
  return {
    ...text,
    id,
    isThere: false,
    versions: all.filter((version) => version.id <= last.id),
    ...partsUpTo(last.id),
    // If a hold was narrowed, it may have retained a version, but no record of what happened to the message.
    gone: last.kind === "moved" ? { moved_at: at } : { deleted_at: last.kind === "deleted" ? at : null },
  };
}

const eachOnce = (parts: readonly Submessage[]): Submessage[] =>
  [...new Map(parts.map((part) => [part.id, part])).values()].sort((one, other) => one.id - other.id);

/** Returns a message's retained versions. To save memory, drops histories that the next version's history contains. */
function versionsOf(realm: Realm, id: MessageId, hold: number | null): HeldVersion[] {
  const versions: HeldVersion[] = [];
  for (const version of heldVersions(realm, id, hold)) {
    const before = versions.at(-1);
    if (before !== undefined && repeats(version.edit_history, before.edit_history)) {
      versions[versions.length - 1] = { ...before, edit_history: null };
    }
    versions.push(version);
  }
  return versions;
}

/** True if a history ends with all entries of an earlier one. New entries are prepended. */
const repeats = (history: string | null, earlier: string | null): boolean =>
  earlier === null || history?.endsWith(earlier.slice(1)) === true;

/** A change to a message, with the values before it. */
interface Edit {
  readonly at: string;
  /** Id of the user, or null if unknown. */
  readonly by: number | null;
  readonly text_before?: string;
  readonly topic_before?: string;
  readonly topic_after?: string | undefined;
  readonly channel_before?: number;
  readonly channel_after?: number | undefined;
}

/** Returns a message's changes, newest first: those in its edit history, and those that only holds have retained. */
export function editsOf({ id, edit_history, versions }: FoundMessage): Edit[] {
  const edits = new Map<string, Edit>();
  for (const history of new Set([edit_history, ...versions.map((version) => version.edit_history)])) {
    for (const edit of history === null ? [] : parseEditHistory(history, id)) {
      const { timestamp, user_id, prev_content, prev_topic, topic, prev_stream, stream } = edit;
      const shown = {
        at: isoTime(timestamp),
        by: user_id,
        ...(prev_content !== undefined && { text_before: prev_content }),
        ...(prev_topic !== undefined && { topic_before: prev_topic, topic_after: topic }),
        ...(prev_stream !== undefined && { channel_before: prev_stream, channel_after: stream }),
      };
      edits.set(JSON.stringify(shown), shown);
    }
  }
  // A version is retained right before its change is recorded, so their times can differ by a second.
  const told = new Set(
    [...edits.values()].flatMap(({ at, text_before, channel_before }) =>
      [text_before, channel_before]
        .filter((before) => before !== undefined)
        .flatMap((before) => [0, 1].map((late) => JSON.stringify([Date.parse(at) / 1000 - late, before]))),
    ),
  );
  const kept = versions.flatMap(({ kind, held_at, content, channel_id, topic }): Edit[] => {
    const at = isoTime(held_at);
    const isTold = told.has(JSON.stringify([held_at, kind === "moved" ? channel_id : content]));
    if (isTold || content === null || (kind !== "edited" && kind !== "moved")) return [];
    const place = kind === "moved" && { topic_before: topic ?? "", channel_before: channel_id ?? 0 };
    return [{ at, by: null, text_before: content, ...place }];
  });
  return [...edits.values(), ...kept].sort((one, other) => Date.parse(other.at) - Date.parse(one.at));
}
