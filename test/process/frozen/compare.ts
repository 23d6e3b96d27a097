import type { Json } from "../support/person.ts";

/** Fields that differ from response to response: times, and values that depend on the time. */
const OF_THE_MOMENT = new Set([
  ...["queue_id", "last_event_id", "server_timestamp", "presences", "presence_last_update_id", "expires_at"],
  ...["last_used", "last_used_at", "is_recently_active", "is_current"],
  ...["stream_weekly_traffic", "ignored_parameters_unsupported"],
]);
const OF_THE_SERVER =
  /^(server_|settings_send_|zulip_|max_|parley_|push_notifications_enabled|giphy|realm_push|realm_incoming)/;

/** An intended difference of later programs: a path, in which a star matches any segment, and the reason. */
export interface Change {
  readonly path: string;
  readonly why: string;
}

/**
 * Returns the places where a response lacks or changes something that the earlier response has. Additions are ignored.
 */
export function losses(then: Json, now: Json, changes: readonly Change[], path = ""): string[] {
  if (changes.some((change) => matches(change.path, path))) return [];
  if (Array.isArray(then) && Array.isArray(now)) {
    const [lasting, found] = [then.filter(isLasting), now.filter(isLasting)];
    if (lasting.length !== found.length) return [`${path}: ${found.length} of ${lasting.length}`];
    return lasting.flatMap((each, index) => losses(each, found[index], changes, `${path}/${index}`));
  }
  if (isObject(then) && isObject(now)) {
    return Object.entries(then).flatMap(([key, value]) =>
      OF_THE_MOMENT.has(key) || OF_THE_SERVER.test(key) ? [] : losses(value, now[key], changes, `${path}/${key}`),
    );
  }
  return then === now ? [] : [`${path}: ${JSON.stringify(now)}, was ${JSON.stringify(then)}`];
}

/** False for events about a time-dependent value, true for everything else. */
const isLasting = (each: Json) => !(isObject(each) && OF_THE_MOMENT.has(each["property"]));

const isObject = (value: Json): value is Record<string, Json> => typeof value === "object" && value !== null;

function matches(pattern: string, path: string): boolean {
  const [wanted, found] = [pattern.split("/"), path.split("/")];
  return wanted.length === found.length && wanted.every((part, index) => part === "*" || part === found[index]);
}
