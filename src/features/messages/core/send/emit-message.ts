import type { UserId } from "../../../../protocol/ids.ts";
import { Role } from "../../../../protocol/roles.ts";
import { type Audience, among, only } from "../../../../realm/events/event.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { accessUsers } from "../../../organization/accounts/access.ts";
import type { User } from "../../../organization/accounts/accounts.ts";
import { roleOf } from "../../../organization/accounts/audience.ts";
import { unknownUserFields } from "../../../organization/accounts/unknown-user.ts";
import { avatarUrl } from "../../../organization/accounts/user-object.ts";
import type { Submessage } from "../../widgets/widgets.ts";
import { messageSent } from "../events.ts";
import { assistantField, type Participant, parseTopicLinks, recipientFields } from "../store/message-object.ts";
import type { MessageRecipients } from "../store/message-recipients.ts";
import type { StoredMessage } from "../store/stored-message.ts";
import type { Destination } from "./destination.ts";
import { recipientExtras, recipientGroups } from "./recipient-groups.ts";

/**
 * Returns a new message's fields that are the same for every recipient and format. A new message has no reactions yet.
 */
export function sentFields(realm: Realm, row: StoredMessage, sender: User, where: Destination) {
  const recipient = where.kind === "channel" ? where.channel.name : participants(realm, where.members);
  return {
    id: row.id,
    sender_id: sender.id,
    sender_email: sender.email,
    sender_full_name: sender.full_name,
    sender_realm_str: realm.identity.subdomain,
    ...recipientFields({ ...row, recipient }),
    subject: row.topic,
    topic_links: parseTopicLinks(row.topic_links, row.id),
    client: row.client,
    ...assistantField(row, true),
    timestamp: row.sent_at,
    is_me_message: row.is_me === 1,
    reactions: [],
    content: row.content,
  };
}

const participants = (realm: Realm, members: readonly UserId[]): Participant[] =>
  accessUsers(realm, null, members).map(({ id, email, full_name }) => ({
    id,
    email,
    full_name,
    is_mirror_dummy: false,
  }));

/** The sending client's event queue, and the client's id for the message, used for its local echo. */
export interface LocalEcho {
  readonly queue_id: string;
  readonly local_id: string;
}

interface SentMessage {
  readonly row: StoredMessage;
  readonly sender: User;
  readonly destination: Destination;
  readonly recipients: MessageRecipients;
  readonly widget: Submessage | undefined;
  /** Users for whom the message is already read, usually its sender. */
  readonly readers: ReadonlySet<UserId>;
  readonly localEcho: LocalEcho | undefined;
}

/**
 * Emits a new message to everyone who receives it and has a queue, each with their own flags (register-and-events.md
 * 5.1).
 */
export function emitMessage(realm: Realm, sent: SentMessage): void {
  realm.emit(
    messageSent({ message: loggedMessage(realm, sent), stranger: unknownSender(realm, sent.sender) }),
    ...audiences(realm, sent),
  );
}

function audiences(realm: Realm, sent: SentMessage): Audience[] {
  const { sender, destination, recipients, localEcho } = sent;
  const all = recipientGroups(realm, sent).map(({ users, extra }) => among(users, extra));
  if (localEcho !== undefined && recipients.receivers.has(sender.id)) {
    const extra = { ...recipientExtras(realm, sent, sender.id), local_message_id: localEcho.local_id };
    const isEcho: Audience["includes"] = (user, _client, queue) =>
      user === sender.id && queue.id === localEcho.queue_id;
    all.unshift({ ...only(sender.id, extra), includes: isEcho });
  }
  if (destination.kind === "channel" && destination.channel.invite_only === 0) {
    // A user who registered for all public channels may have become a guest since.
    const mayReceive: Audience["includes"] = (user, client) =>
      client.all_public_streams && roleOf(realm, user) !== Role.guest;
    all.push({ includes: mayReceive, extra: { flags: [] } });
  }
  return all;
}

function loggedMessage(realm: Realm, { row, sender, destination, widget }: SentMessage) {
  const avatar = { viewer: null, client_gravatar: false } as const;
  return {
    ...sentFields(realm, row, sender, destination),
    submessages: widget === undefined ? [] : [{ ...widget }],
    html: row.html,
    avatar_url: avatarUrl(sender, realm.id, avatar),
    avatar_is_computable: sender.avatar_source === "G",
  };
}

/** Returns a placeholder for the sender, for guests who can't see them. */
function unknownSender(realm: Realm, sender: User) {
  const { email, full_name, avatar_url } = unknownUserFields(sender.id, realm.host);
  return { sender_email: email, sender_full_name: full_name, avatar_url };
}
