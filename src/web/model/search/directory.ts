import { derived } from "../capability.ts";
import type { ChannelId, UserId } from "../ids.ts";
import { fold } from "../match.ts";
import type { Channel, State, User } from "../state.ts";

/** Maps between the ids of people and channels and their names in searches. An immutable snapshot of the state. */
export interface Directory {
  readonly me: UserId;
  channelName(id: ChannelId): string | undefined;
  /** Finds a channel by name or id. */
  channelNamed(name: string): ChannelId | undefined;
  /** Returns a user's name for a search, with the id if several people share it ("Ada|12"). */
  personName(id: UserId): string | undefined;
  /** Finds a user by name, name and id, email address, a first name that only one active user has, or id. */
  personNamed(name: string): UserId | undefined;
}

type NamedChannels = readonly Pick<Channel, "stream_id" | "name">[];
type NamedPeople = readonly Pick<User, "user_id" | "full_name" | "email" | "delivery_email">[];
type Nameable = Pick<State, "user_id"> &
  Readonly<Record<"subscriptions" | "unsubscribed" | "never_subscribed", NamedChannels>> &
  Readonly<Record<"realm_users" | "realm_non_active_users" | "cross_realm_bots", NamedPeople>>;

export function directoryOf(state: Nameable): Directory {
  const channels = [...state.subscriptions, ...state.unsubscribed, ...state.never_subscribed];
  const channelById = new Map(channels.map(({ stream_id, name }) => [stream_id, name]));
  const channelByName = new Map([
    ...channels.map(({ stream_id, name }) => [fold(name), stream_id] as const),
    // An exact name comes first: "resume" finds "Résumé" only if no channel is named "resume".
    ...channels.map(({ stream_id, name }) => [name.toLowerCase(), stream_id] as const),
  ]);
  const people = [...state.cross_realm_bots, ...state.realm_non_active_users, ...state.realm_users];
  const personById = new Map(people.map((one) => [one.user_id, one.full_name]));
  const personByName = new Map<string, UserId>();
  const shared = new Set<string>();
  // Active people come last, so that a name shared with former accounts means the active one.
  for (const { user_id, full_name, email, delivery_email } of people) {
    const name = fold(full_name);
    if (personByName.has(name)) shared.add(name);
    personByName.set(name, user_id);
    personByName.set(fold(email), user_id);
    if (delivery_email !== null) personByName.set(fold(delivery_email), user_id);
  }
  const byFirstName = new Map<string, UserId | undefined>();
  for (const { user_id, full_name } of state.realm_users) {
    const first = fold(full_name.replace(/\s.*/, ""));
    byFirstName.set(first, byFirstName.has(first) ? undefined : user_id);
  }
  return {
    me: state.user_id,
    channelName: (id) => channelById.get(id),
    channelNamed: (name) =>
      channelByName.get(name.toLowerCase()) ??
      channelByName.get(fold(name)) ??
      (channelById.has(Number(name)) ? Number(name) : undefined),
    personName(id) {
      const name = personById.get(id);
      return name !== undefined && shared.has(fold(name)) ? `${name}|${id}` : name;
    },
    personNamed(name) {
      const known = (id: number) => (personById.has(id) ? id : undefined);
      const folded = fold(name.replace(/^@/, ""));
      return (
        known(Number(/\|(\d+)$/.exec(name)?.[1])) ??
        personByName.get(folded) ??
        byFirstName.get(folded) ??
        known(Number(name))
      );
    },
  };
}

export const directoryNow = derived(["users", "channels"], directoryOf);
