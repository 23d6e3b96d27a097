import { toUserId, type UserId } from "../../../protocol/ids.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";
import type { Realm } from "../../../realm/realm.ts";
import { channelIndex } from "../../channels/channels/channels.ts";
import { findTopic } from "../../conversations/topics.ts";
import { seesUser } from "../../organization/accounts/access.ts";
import { viewerOf } from "../../organization/accounts/audience.ts";
import { type OutsideAccess, outsidePeople } from "../../organization/accounts/outside-access.ts";

/** A user who joined through an outside link, to whom an event might be sent. */
interface Screening {
  readonly realm: Realm;
  readonly user: UserId;
  readonly access: OutsideAccess;
}

type Admits = (screening: Screening, payload: never) => boolean;

interface InChannel {
  readonly stream_id?: number | null | undefined;
  readonly topic?: string | null | undefined;
}

interface Update {
  readonly stream_id?: number;
  readonly new_stream_id?: number;
  readonly orig_subject?: string;
}

const isOpen = ({ realm, access }: Screening, { stream_id, topic }: InChannel): boolean => {
  if (stream_id == null || stream_id !== access.channel) return false;
  if (access.topic === null) return true;
  const channel = channelIndex(realm).byId.get(access.channel);
  return (
    channel !== undefined && topic != null && findTopic(realm, channel.conversation_id, topic)?.id === access.topic
  );
};

const isSeen = ({ realm, user }: Screening, id: number): boolean => seesUser(realm, viewerOf(realm, user), id);

/** Channel fields that the state omits for users who joined through an outside link. */
const UNTOLD = new Set(["creator_id", "first_message_id", "stream_weekly_traffic", "subscriber_count"]);

/** Whether a setting's value refers only to people the user sees, and to no other channel. */
function isShown(screening: Screening, name: string, value: unknown): boolean {
  if (/_(stream|channel)_id$/.test(name) && typeof value === "number" && value > 0)
    return value === screening.access.channel;
  const { direct_members = [] } = Object(value) as { readonly direct_members?: readonly number[] };
  return direct_members.every((id) => isSeen(screening, id));
}

const changedSetting: Admits = (screening, { property, value }: { property: string; value: unknown }) =>
  isShown(screening, property, value);
const changedSettings: Admits = (screening, { data }: { data: Readonly<Record<string, unknown>> }) =>
  Object.entries(data).every(([name, value]) => isShown(screening, name, value));
const changedChannel: Admits = (screening, changed: { stream_id: number; property: string; value: unknown }) =>
  changed.stream_id === screening.access.channel &&
  !UNTOLD.has(changed.property) &&
  isShown(screening, changed.property, changed.value);

const always: Admits = () => true;
type Person = Readonly<Record<string, unknown>> & { readonly user_id: number; readonly avatar_source?: string };

/** Fields of other users whose changes are sent to users who joined through a link. Addresses and profiles are not. */
const SHOWN_FIELDS = new Set([
  ...["user_id", "full_name", "is_active", "role", "is_deleted"],
  ...["avatar_source", "avatar_url", "avatar_url_medium", "avatar_version"],
]);
const changedPerson: Admits = (screening, { person }: { person: Person }) =>
  isSeen(screening, person.user_id) &&
  person.avatar_source !== "G" &&
  Object.keys(person).every((field) => SHOWN_FIELDS.has(field));
const addedPerson: Admits = (screening, { person }: { person: Person }) =>
  isSeen(screening, person.user_id) && person["delivery_email"] === null;
const aboutUser: Admits = (screening, { user_id }: { user_id: number }) =>
  user_id === screening.user || isSeen(screening, user_id);
const inChannel: Admits = (screening, payload: InChannel) => isOpen(screening, payload);
const ofChannel: Admits = ({ access }, { stream_id }: { stream_id: number }) => stream_id === access.channel;
const byLink: Admits = ({ access }) => access.can_call;

/**
 * Events that users who joined through a link get, by type and op, each with a test. The test is `always` for events
 * that only go to readers of a message (`watchersOf`) or to the user's own clients, and for a few that everyone may
 * get. No other events are sent to them.
 */
const admitted: Readonly<Record<string, Admits>> = {
  message: ({ realm, ...screening }, { message }: { message: { stream_id?: number; subject: string } }) =>
    isOpen({ realm, ...screening }, { stream_id: message.stream_id, topic: message.subject }),
  update_message: ({ access }, { stream_id, new_stream_id, orig_subject }: Update) =>
    [stream_id, new_stream_id].every((id) => id === undefined || id === access.channel) &&
    // The event of a move contains the previous topic of the messages.
    (access.topic === null || orig_subject === undefined),
  delete_message: inChannel,
  "update_message_flags/add": always,
  "update_message_flags/remove": always,
  "reaction/add": always,
  "reaction/remove": always,
  submessage: always,
  "typing/start": inChannel,
  "typing/stop": inChannel,
  "call/start": (screening, { call }: { call: InChannel }) => screening.access.can_call && isOpen(screening, call),
  "call/update": byLink,
  "call/end": byLink,
  "realm_user/add": addedPerson,
  "realm_user/remove": always,
  "realm_user/update": changedPerson,
  presence: aboutUser,
  user_status: aboutUser,
  "stream/update": changedChannel,
  "subscription/update": ofChannel,
  "realm/update": changedSetting,
  "realm/update_dict": changedSettings,
  "realm/deactivated": always,
  "realm_emoji/update": always,
  realm_linkifiers: always,
  "user_settings/update": always,
  "outside_links/access": always,
  restart: always,
};

/**
 * Returns a test for which users can get an event, or null if no one joined through a link, so that no test is needed.
 */
export function screenEvent(realm: Realm, { kind, payload }: RealmEvent): ((user: UserId) => boolean) | null {
  const people = outsidePeople(realm);
  if (people.size === 0) return null;
  const admits = admitted[kind.op === undefined ? kind.type : `${kind.type}/${kind.op}`];
  return (user) => {
    const access = people.get(toUserId(user));
    if (access === undefined) return true;
    return admits?.({ realm, user, access }, payload as never) === true;
  };
}
