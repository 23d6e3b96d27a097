/** Encodes an operand in a narrow URL: percent-encoded UTF-8 with `.` instead of `%` (markdown.md 2). */
export function encodeNarrowValue(value: string): string {
  return encodeURIComponent(value.toWellFormed())
    .replace(/[!'()*.]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`)
    .replaceAll("%", ".");
}

function channelSlug(id: number, name: string): string {
  return `${id}-${encodeNarrowValue(name.replaceAll(" ", "-"))}`;
}

export function channelLink(id: number, name: string): string {
  return `/#narrow/channel/${channelSlug(id, name)}`;
}

export function topicLink(id: number, name: string, topic: string, message?: number): string {
  const link = `${channelLink(id, name)}/topic/${encodeNarrowValue(topic)}`;
  return message === undefined ? link : `${link}/with/${message}`;
}

export function messageLink(id: number, name: string, topic: string, message: number | string): string {
  return `${channelLink(id, name)}/topic/${encodeNarrowValue(topic)}/near/${message}`;
}

/** Returns the link to a direct conversation, from the ids of all participants. */
export function directMessageLink(users: readonly number[], message?: number): string {
  const conversation = `/#narrow/dm/${users.join(",")}-${users.length > 2 ? "group" : "dm"}`;
  return message === undefined ? conversation : `${conversation}/near/${message}`;
}
