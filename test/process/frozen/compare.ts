import type { Json } from "../support/person.ts";

/** What every answer tells anew: the time, the server itself, and what follows from the time. */
const OF_THE_MOMENT = new Set([
  ...["queue_id", "last_event_id", "server_timestamp", "presences", "presence_last_update_id", "last_used"],
  ...["is_recently_active", "stream_weekly_traffic", "ignored_parameters_unsupported", "expires_at", "is_current"],
]);
const OF_THE_SERVER = /^(server_|zulip_|max_|parley_|push_notifications_enabled|giphy|realm_push|realm_incoming)/;

/** What later programs tell otherwise, on purpose: a path, in which a star stands for any part, and why. */
export interface Change {
  readonly path: string;
  readonly why: string;
}

/** Where an answer lacks what was told once, or tells it otherwise; what came to it since is no matter. */
export function losses(then: Json, now: Json, changes: readonly Change[], path = ""): string[] {
  if (changes.some((change) => matches(change.path, path))) return [];
  if (Array.isArray(then) && Array.isArray(now)) {
    if (then.length !== now.length) return [`${path}: ${now.length} of ${then.length}`];
    return then.flatMap((each, index) => losses(each, now[index], changes, `${path}/${index}`));
  }
  if (isObject(then) && isObject(now)) {
    return Object.entries(then).flatMap(([key, value]) =>
      OF_THE_MOMENT.has(key) || OF_THE_SERVER.test(key) ? [] : losses(value, now[key], changes, `${path}/${key}`),
    );
  }
  return then === now ? [] : [`${path}: ${JSON.stringify(now)}, was ${JSON.stringify(then)}`];
}

const isObject = (value: Json): value is Record<string, Json> => typeof value === "object" && value !== null;

function matches(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split("/"), path.split("/")];
  return wanted.length === found.length && wanted.every((part, index) => part === "*" || part === found[index]);
}
