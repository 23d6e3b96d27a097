/**
 * What one user has read of one conversation, as TCP acknowledges what has arrived: all up to an id, and the exceptions
 * around it. Messages come unread where the user receives what is sent; elsewhere only the listed ones are unread.
 */
export interface ConversationReadState {
  /** Everything up to it is read, but for `unread`. */
  readonly low: number;
  /** What is read above `low`; ascending. */
  readonly read: readonly number[];
  /** What is unread below `low`, or where messages do not come unread by themselves; ascending. */
  readonly unread: readonly number[];
}

export const NOTHING_READ: ConversationReadState = { low: 0, read: [], unread: [] };

/** A message, as far as reading it is concerned. */
export interface MessageDefault {
  readonly id: number;
  /** Whether it comes unread by itself: it is sent to the user, by somebody whom they have not muted. */
  readonly unreadByDefault: boolean;
}

export const isUnread = (
  { low, read, unread }: ConversationReadState,
  { id, unreadByDefault }: MessageDefault,
): boolean => includes(unread, id) || (unreadByDefault && id > low && !includes(read, id));

/** Messages are read: none of what is not unread may be among them. */
export const withRead = (
  { low, read, unread }: ConversationReadState,
  ids: readonly number[],
): ConversationReadState => ({
  low,
  read: merged(
    read,
    ids.filter((id) => id > low && !includes(unread, id)),
  ),
  unread: without(unread, ids),
});

/** Messages are unread: none of what is so already may be among them. */
export function withUnread(
  { low, read, unread }: ConversationReadState,
  messages: readonly MessageDefault[],
): ConversationReadState {
  const back = messages.filter(({ id, unreadByDefault }) => unreadByDefault && id > low).map(({ id }) => id);
  const listed = messages.filter(({ id, unreadByDefault }) => !unreadByDefault || id <= low).map(({ id }) => id);
  return { low, read: without(read, back), unread: merged(unread, listed) };
}

/** Messages come unread by themselves that did not: those that are not listed as unread have been read. */
export function withUnreadByDefault(
  { low, read, unread }: ConversationReadState,
  ids: readonly number[],
): ConversationReadState {
  const still = ids.filter((id) => includes(unread, id));
  const done = ids.filter((id) => !includes(unread, id));
  return { low, read: merged(without(read, still), done), unread: without(unread, still) };
}

/** The same, said with a higher `low`: nothing up to it is unread but what is given, and what was listed before. */
export const raised = (
  { read, unread }: ConversationReadState,
  low: number,
  stillUnread: readonly number[],
): ConversationReadState => ({
  low,
  read: read.filter((id) => id > low),
  unread: merged(unread, stillUnread),
});

/** A search in a list that is in order. */
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

function without(ids: readonly number[], fewer: readonly number[]): readonly number[] {
  if (ids.length === 0 || fewer.length === 0) return ids;
  const gone = new Set(fewer);
  return ids.filter((id) => !gone.has(id));
}
