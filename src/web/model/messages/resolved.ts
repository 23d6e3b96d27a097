const PREFIX = "✔ ";

export const isResolved = (topic: string): boolean => topic.startsWith(PREFIX);

/** The name of a topic while it is not resolved. */
export const unresolved = (topic: string): string => (isResolved(topic) ? topic.slice(PREFIX.length) : topic);

/** The name of a topic once it is resolved. */
export const resolved = (topic: string): string => (isResolved(topic) ? topic : PREFIX + topic);
