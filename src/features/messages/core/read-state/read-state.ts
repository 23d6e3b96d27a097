/** Maximum unread messages clients see (register-and-events.md 4.2). `unread_msgs` and events omit older ones. */
export const MAX_UNREAD = 50_000;

/**
 * What one user has read of one conversation: everything up to an id, with exceptions listed on both sides of it, much
 * like TCP's selective acknowledgment. Above that id, a message is unread if the user receives it. A message the user
 * doesn't receive is unread only if it is listed.
 */
export interface ConversationReadState {
  /** Every message up to this id is read, except those in `unread`. */
  readonly low: number;
  /** Read messages above `low`, ascending. */
  readonly read: readonly number[];
  /** Unread messages that are below `low`, or not unread by default, ascending. */
  readonly unread: readonly number[];
}

export interface MessageDefault {
  readonly id: number;
  /** True if the user receives the message and hasn't muted its sender. */
  readonly unreadByDefault: boolean;
}

export const isUnread = (
  { low, read, unread }: ConversationReadState,
  { id, unreadByDefault }: MessageDefault,
): boolean => includes(unread, id) || (unreadByDefault && id > low && !includes(read, id));

/** Returns the state after messages are read. All of them must have been unread. */
export const withRead = (
  { low, read, unread }: ConversationReadState,
  ids: readonly number[],
): ConversationReadState => ({
  low,
  read: merged(
    read,
    ids.filter((id) => id > low && !includes(unread, id)),
  ),
  unread: withoutIds(unread, ids),
});

/** Returns the state after messages are marked as unread. All of them must have been read. */
export function withUnread(
  { low, read, unread }: ConversationReadState,
  messages: readonly MessageDefault[],
): ConversationReadState {
  const back = messages.filter(({ id, unreadByDefault }) => unreadByDefault && id > low).map(({ id }) => id);
  const listed = messages.filter(({ id, unreadByDefault }) => !unreadByDefault || id <= low).map(({ id }) => id);
  return { low, read: withoutIds(read, back), unread: merged(unread, listed) };
}

/** Returns the state with the same messages read, after the given messages became unread by default. */
export function withUnreadByDefault(
  { low, read, unread }: ConversationReadState,
  ids: readonly number[],
): ConversationReadState {
  const still = ids.filter((id) => includes(unread, id));
  const done = ids.filter((id) => !includes(unread, id));
  return { low, read: merged(withoutIds(read, still), done), unread: withoutIds(unread, still) };
}

/**
 * Returns the same state with a higher `low`. `stillUnread` are the messages up to it that are unread without being
 * listed.
 */
export const raised = (
  { read, unread }: ConversationReadState,
  low: number,
  stillUnread: readonly number[],
): ConversationReadState => ({
  low,
  read: read.filter((id) => id > low),
  unread: merged(unread, stillUnread),
});

export function includes(ids: readonly number[], id: number): boolean {
  let low = 0;
  let high = ids.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((ids[middle] ?? 0) < id) low = middle + 1;
    else high = middle;
  }
  return ids[low] === id;
}

const merged = (ids: readonly number[], more: readonly number[]): readonly number[] =>
  more.length === 0 ? ids : [...new Set([...ids, ...more])].sort((a, b) => a - b);

function withoutIds(ids: readonly number[], fewer: readonly number[]): readonly number[] {
  if (ids.length === 0 || fewer.length === 0) return ids;
  const gone = new Set(fewer);
  return ids.filter((id) => !gone.has(id));
}
