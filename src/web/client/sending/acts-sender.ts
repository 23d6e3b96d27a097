import type { AnyEvent } from "../../model/event.ts";
import type { MessageId } from "../../model/ids.ts";
import type { Message } from "../../model/message.ts";
import { perObject } from "../../model/per-object.ts";
import { topicNameKey } from "../../model/routes/conversation.ts";
import type { ActRow } from "../../store/account-database.ts";
import { type Api, isFinal, isLoggedOutError, Refused } from "../../wire/api.ts";
import { backoff, onWake, sleepUntilWake } from "../../wire/wait-to-retry.ts";
import { composeWords } from "../../words/compose.ts";
import { flagAct, type PendingChange } from "./flag-act.ts";
import { noRoomFor } from "./send-if-room.ts";
import type { TabContext } from "./tab-context.ts";

/** The outcome of a change: the server has applied or rejected it. */
export type ActSettled =
  | { readonly say: "done"; readonly id: string }
  | { readonly say: "refused"; readonly row: ActRow; readonly error: string };

interface SenderParts extends TabContext {
  readonly signal: AbortSignal;
  /** The pending changes, in the order of their requests. */
  readonly waiting: () => readonly ActRow[];
  /** Resolves when a change is added, or the signal aborts. */
  readonly more: () => Promise<void>;
  /** Records that a change is being sent to the server. Returns true if it may have been sent before. */
  readonly try: (row: ActRow) => boolean;
  /** Whether a change may have been sent. */
  readonly isTried: (row: ActRow) => boolean;
  readonly settle: (settled: ActSettled) => Promise<void>;
}

/** Consecutive server failures before a change is abandoned, so that it doesn't block later ones. */
const MAX_FAULTS = 8;
/** Maximum messages fetched again after a rejection. */
const MAX_RESTORED = 20;
const LOGGED_OUT_RETRY_MS = 60_000;

/** Sends the pending changes, one after the other, until the signal aborts. */
export async function makeChanges(parts: SenderParts): Promise<void> {
  const { clock, page, random, signal, waiting, more, settle } = parts;
  let failures = 0;
  /** Consecutive 5xx responses. */
  let faults = 0;
  while (!signal.aborted) {
    const [row] = waiting();
    if (row === undefined) {
      await more();
      continue;
    }
    if (!parts.isTried(row) && takenBackBy(row, waiting()) !== undefined) {
      await withdraw(parts, row);
      continue;
    }
    const error = await sendChange(parts, row);
    if (signal.aborted) return;
    faults = error instanceof Refused && error.status >= 500 ? faults + 1 : 0;
    if (error === undefined) await settle({ say: "done", id: row.id });
    else if (error instanceof Refused && (isFinal(error) || faults >= MAX_FAULTS)) {
      await settle({ say: "refused", row, error: tooLateText(error) ?? error.message });
      await withdraw(parts, row);
    } else {
      failures++;
      const told = error instanceof Refused ? error.retryAfter : undefined;
      const wait = isLoggedOutError(error) ? LOGGED_OUT_RETRY_MS : (told ?? backoff(failures, random));
      if (await sleepUntilWake(clock, page, wait, signal)) failures = 0;
      continue;
    }
    failures = 0;
    faults = 0;
  }
}

/** Returns the error text if an edit was refused because the message had changed in the meantime. */
export const tooLateText = (error: unknown): string | undefined =>
  error instanceof Refused && error.code === "EXPECTATION_MISMATCH" ? composeWords().editedElsewhere : undefined;

/** Returns the change that reverts a pending one, unless another change to the same thing comes in between. */
function takenBackBy(row: ActRow, waiting: readonly ActRow[]): ActRow | undefined {
  const next = waiting.find(({ id, path }) => id !== row.id && path === row.path);
  const isBack = next?.takesBack !== undefined && JSON.stringify(next.takesBack) === JSON.stringify(row.fields);
  return isBack ? next : undefined;
}

/** Removes a change the server hasn't applied, and the one that reverts it, which is no longer needed. */
async function withdraw({ waiting, settle }: SenderParts, row: ActRow): Promise<void> {
  const back = takenBackBy(row, waiting());
  if (back !== undefined) await settle({ say: "done", id: back.id });
  await settle({ say: "done", id: row.id });
}

/** Maximum pending changes, in all tabs. The server would need minutes for more. */
const MAX_WAITING = { count: 1_000, bytes: 4_000_000 };

/** Returns an error if too much is pending to add another change. */
export function noRoom(waiting: Iterable<ActRow>, act: PendingChange): Refused | undefined {
  let [count, bytes] = [0, changeSize(act)];
  for (const row of waiting) {
    count += 1;
    bytes += changeSize(row);
  }
  const isFull = count >= MAX_WAITING.count || bytes > MAX_WAITING.bytes;
  return isFull ? noRoomFor(composeWords().problems.changesFull) : undefined;
}

/** Returns a change's size as JSON, roughly what the database needs for it. */
const changeSize = perObject((act: PendingChange) => JSON.stringify(act).length);

const MESSAGES_PER_REQUEST = 5_000;
const NARROW_FLAGS = "/messages/flags/narrow";

interface Joined {
  /** The pending change that is no longer needed. */
  readonly before: ActRow;
  /** The new change, including the effect of the previous one. */
  readonly together: ActRow;
}

/**
 * Merges a change into a pending one. Two changes that both set, or both remove, the same flag become one request.
 * Otherwise, the new change replaces the pending one, for example to undo a star. An edit that the server may have
 * applied isn't replaced, because the next edit can contain a hash of its text.
 */
export function mergeChange(
  waiting: readonly ActRow[],
  row: ActRow,
  isTried: (row: ActRow) => boolean,
): Joined | undefined {
  const subject = subjectOf(row);
  const before = waiting.findLast((one) => subject !== undefined && subjectOf(one) === subject);
  if (before === undefined || (row.method === "patch" && isTried(before))) return undefined;
  // A change of a whole narrow may affect any message, so it isn't merged, and the order around it stays.
  if (before.path === NARROW_FLAGS || row.path === NARROW_FLAGS) return undefined;
  const [old, added] = [messagesIn(before), messagesIn(row)];
  if (old !== undefined && added !== undefined) {
    if (before.fields["op"] === row.fields["op"]) return inOne(before, row, new Set([...old, ...added]));
    // The pending change must still be sent for the messages that only it contains.
    if (!old.every((id) => added.includes(id))) return undefined;
  }
  return { before, together: { ...row, fields: { ...before.fields, ...row.fields }, undoes: before.undoes } };
}

function inOne(before: ActRow, row: ActRow, messages: ReadonlySet<unknown>): Joined | undefined {
  if (messages.size > MESSAGES_PER_REQUEST) return undefined;
  const [shows, undoes] = [
    [...before.shows, ...row.shows],
    [...before.undoes, ...row.undoes],
  ];
  return { before, together: { ...row, fields: { ...row.fields, messages: [...messages] }, shows, undoes } };
}

function messagesIn({ fields }: ActRow): readonly unknown[] | undefined {
  const { messages } = fields;
  return Array.isArray(messages) ? messages : undefined;
}

/**
 * Identifies what a change affects. Of two changes to the same thing, only the later one counts. Undefined if both
 * count.
 */
function subjectOf({ method, path, fields }: ActRow): string | undefined {
  const of = (...parts: readonly unknown[]) => JSON.stringify([path, ...parts]);
  if (path === "/messages/flags" || path === NARROW_FLAGS) return JSON.stringify(["flags", fields["flag"]]);
  if (path === "/user_topics") return of(fields["stream_id"], topicNameKey(String(fields["topic"])));
  if (path === "/users/me/subscriptions/properties") {
    const [one] = fields["subscription_data"] as readonly Record<string, unknown>[];
    return of(one?.["stream_id"], one?.["property"]);
  }
  if (path.endsWith("/reactions")) return of(fields["emoji_code"], fields["reaction_type"]);
  const isText = Object.keys(fields).every((name) => name === "content" || name === "prev_content_sha256");
  return method === "patch" && isText ? of("content") : undefined;
}

/**
 * Sends a change to the server. A change of a whole narrow is sent page by page. Returns the error if the change wasn't
 * applied.
 */
async function sendChange(parts: SenderParts, row: ActRow): Promise<unknown> {
  const { api, clock, page, signal } = parts;
  const isAgain = parts.try(row);
  // A request sent before the network came back may hang, so it is aborted.
  const hung = new AbortController();
  const stop = onWake(clock, page, () => hung.abort());
  try {
    const options = { signal: AbortSignal.any([signal, hung.signal]) };
    for (let { fields } = row; ; ) {
      const { found_newest, last_processed_id } = await api[row.method](row.path, fields, options);
      if (row.path !== NARROW_FLAGS || found_newest || last_processed_id == null) return undefined;
      fields = { ...fields, anchor: last_processed_id, include_anchor: false };
    }
  } catch (error) {
    if (!isFinal(error) || !(error instanceof Refused)) return error;
    if (ALREADY.has(error.code)) return undefined;
    return isAgain ? await unlessMade(parts, row, error).catch((failure: unknown) => failure) : error;
  } finally {
    stop();
  }
}

/** Returns the rejection of a repeated request, or undefined if the first request was applied. */
async function unlessMade(
  { api, signal }: SenderParts,
  { method, path, fields }: ActRow,
  refusal: Refused,
): Promise<unknown> {
  if (method === "delete" && /^\/streams\/\d+\/pins\/\d+$/.test(path)) return undefined;
  if (!/^\/messages\/\d+$/.test(path)) return refusal;
  const form = { apply_markdown: false, allow_empty_topic_name: true };
  try {
    const { message } = await api.get<{ message: Record<string, unknown> }>(path, form, { signal });
    if (method !== "patch") return refusal;
    const now: Record<string, unknown> = {
      content: message["content"],
      topic: message["subject"],
      stream_id: message["stream_id"],
    };
    const isMade = Object.entries(now).every(([name, value]) => !(name in fields) || sameText(fields[name], value));
    return isMade ? undefined : refusal;
  } catch (error) {
    if (!isFinal(error)) throw error;
    return method === "delete" ? undefined : refusal;
  }
}

/**
 * Fetches locally changed messages, and shows the server's version as events. Messages that can't be accessed are shown
 * as deleted.
 */
export async function restored(
  api: Pick<Api, "get">,
  ids: ReadonlySet<MessageId>,
  show: (id: MessageId, event: AnyEvent) => void,
): Promise<void> {
  for (const id of [...ids].slice(0, MAX_RESTORED)) {
    try {
      const form = { allow_empty_topic_name: true };
      const { message } = await api.get<{ message: Message }>(`/messages/${id}`, form);
      show(id, { type: "message", message, flags: message.flags });
    } catch (error) {
      // Without a response, the message stays as it was before the change.
      if (isFinal(error)) show(id, { type: "delete_message", message_ids: [id], message_type: "private" });
    }
  }
}

/** Rejections of a change that is already applied. */
const ALREADY = new Set(["REACTION_ALREADY_EXISTS", "REACTION_DOES_NOT_EXIST"]);

const sameText = (one: unknown, other: unknown): boolean =>
  typeof one === "string" && typeof other === "string" ? one.trim() === other.trim() : one === other;

/** Takes unsent read marks out of an earlier client version's storage, and returns them as changes. */
export function leftReads(account: number): readonly PendingChange[] {
  const names = Object.keys(localStorage).filter((name) => name.startsWith("parley.read."));
  return names.flatMap((name) => {
    const left: { of?: number; ids?: number[] } = JSON.parse(localStorage.getItem(name) ?? "{}");
    localStorage.removeItem(name);
    return left.of === account && left.ids ? [flagAct(left.ids, "add", "read")] : [];
  });
}
