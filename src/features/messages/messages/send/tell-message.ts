import type { UserId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import { type Audience, among, only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessUsers } from "../../../organization/users/access.ts";
import { roleOf } from "../../../organization/users/audience.ts";
import { unknownName } from "../../../organization/users/unknown-user.ts";
import { avatarUrl } from "../../../organization/users/user-object.ts";
import type { User } from "../../../organization/users/users.ts";
import type { Submessage } from "../../widgets/widgets.ts";
import { messageSent } from "../events.ts";
import { type Participant, readTopicLinks, recipientFields } from "../store/message-object.ts";
import type { ContentRow } from "../store/rows.ts";
import type { Place } from "./destination.ts";
import type { Reception } from "./mention-notice.ts";
import { arrivalClasses, toldApart } from "./recipient-groups.ts";

/** The sender's own queue, and its client's name for the message. */
export interface Echo {
  readonly queue_id: string;
  readonly local_id: string;
}

interface Sent {
  readonly row: ContentRow;
  readonly sender: User;
  readonly place: Place;
  readonly reception: Reception;
  /** What it is besides its text. */
  readonly widget: Submessage | undefined;
  /** Who has read it already: mostly its sender. */
  readonly readers: ReadonlySet<UserId>;
  readonly echo: Echo | undefined;
}

/** Tells a new message to all who have a queue and receive it, each with their own flags (register-and-events.md 5.1). */
export function tellMessage(realm: Realm, sent: Sent): void {
  realm.emit(
    messageSent({ message: loggedMessage(realm, sent), stranger: stranger(realm, sent.sender) }),
    ...audiences(realm, sent),
  );
}

function audiences(realm: Realm, sent: Sent): Audience[] {
  const { sender, place, reception, echo } = sent;
  const all = arrivalClasses(realm, sent).map(({ users, extra }) => among(users, extra));
  if (echo !== undefined && reception.receivers.has(sender.id)) {
    const extra = { ...toldApart(realm, sent, sender.id), local_message_id: echo.local_id };
    const isEcho: Audience["includes"] = (user, _client, queue) => user === sender.id && queue === echo.queue_id;
    all.unshift({ ...only(sender.id, extra), includes: isEcho });
  }
  if (place.kind === "channel" && place.channel.invite_only === 0) {
    // Who has asked for all of it may have become a guest since.
    const mayHear: Audience["includes"] = (user, client) =>
      client.all_public_streams && roleOf(realm, user) !== Role.guest;
    all.push({ includes: mayHear, extra: { flags: [] } });
  }
  return all;
}

function loggedMessage(realm: Realm, { row, sender, place, widget }: Sent) {
  const recipient = place.kind === "channel" ? place.channel.name : participants(realm, place.members);
  const avatar = { viewer: null, client_gravatar: false };
  return {
    id: row.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: realm.identity.subdomain,
    ...recipientFields({ ...row, recipient }),
    subject: row.topic,
    topic_links: readTopicLinks(row.topic_links, row.id),
    client: row.client,
    timestamp: row.sent_at,
    is_me_message: row.is_me === 1,
    reactions: [],
    submessages: widget === undefined ? [] : [{ ...widget }],
    content: row.content,
    html: row.html,
    avatar_url: avatarUrl(sender, realm.id, avatar) ?? "",
    avatar_is_computable: sender.avatar_source === "G",
  };
}

/** What stands for a sender whom a guest may not know of. */
function stranger(realm: Realm, sender: User) {
  const { email, full_name, avatar_url } = unknownName(sender.id, realm.host);
  return { sender_email: email, sender_full_name: full_name, avatar_url };
}

const participants = (realm: Realm, members: readonly UserId[]): Participant[] =>
  accessUsers(realm, null, members).map(({ id, email, full_name }) => ({
    id,
    email,
    full_name,
    is_mirror_dummy: false,
  }));
