import { createHash } from "node:crypto";
import { fillMarkup, type Markup } from "../../../markup/index.ts";
import { ApiError, badRequest } from "../../../protocol/errors.ts";
import { checkContent } from "../../../protocol/message-content.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Destination } from "../../messages/core/send/destination.ts";
import { checkMaySendDirect } from "../../messages/core/send/direct-permissions.ts";
import { destinationOf, renderChecked } from "../../messages/core/send/outgoing-message.ts";
import { postMessage } from "../../messages/core/send/post-message.ts";
import { accessUsers } from "../../organization/accounts/access.ts";
import { sendDirectNotice } from "../../organization/system-messages/system-messages.ts";
import { allowedTopic } from "../incoming-webhooks/post-delivered.ts";
import { quietNames } from "../incoming-webhooks/quiet-names.ts";
import type { ChannelTarget, MailTarget, ReplyTarget } from "./access.ts";
import { isKnownMail, rememberMail } from "./known-mails.ts";
import { addFiles, type StoredFile } from "./mail-files.ts";
import { NO_SUBJECT } from "./mail-topic.ts";

const CLIENT = "Email";

interface PreparedMail {
  readonly mail_id: string;
  readonly topic: string;
  readonly content: string;
  readonly markup: Markup;
  readonly stored: readonly StoredFile[];
}

/**
 * What happened to an accepted email. "told": the user replied to a notification without permission, and was notified
 * in a direct message.
 */
type AcceptResult = "posted" | "repeated" | "told";

/** Returns the key used to recognize an email that is delivered again to the same destination. */
export const mailKey = (target: MailTarget, mail_id: string): string => {
  const place = target.kind === "channel" ? `${target.channel.id}` : `${target.sender.id} ${target.place}`;
  return createHash("sha256").update(`${target.kind} ${place}\n${mail_id}`).digest("base64url");
};

/** Converts an email to a message. An email delivered again creates no second message. */
export function acceptMail(realm: Realm, target: MailTarget, mail: PreparedMail): AcceptResult {
  const key = mailKey(target, mail.mail_id);
  if (isKnownMail(realm, key)) return "repeated";
  if (target.kind === "channel") {
    postToChannel(realm, target, mail);
    rememberMail(realm, key);
    return "posted";
  }
  rememberMail(realm, key, target.sender.id);
  return reply(realm, target, mail);
}

function postToChannel(realm: Realm, { channel, sender, acting }: ChannelTarget, mail: PreparedMail): void {
  const { topic, content, markup, stored } = mail;
  const allowed = allowedTopic(realm, acting, { channel, wanted: topic, instead: NO_SUBJECT });
  const destination: Destination = { kind: "channel", channel, topic: allowed };
  addFiles(realm, sender, stored);
  const rendered = fillMarkup(markup, quietNames(realm, acting));
  postMessage(realm, { sender, destination, content, rendered, client: CLIENT, readBySender: false });
}

function reply(realm: Realm, target: ReplyTarget, mail: PreparedMail): AcceptResult {
  const { sender, acting } = target;
  const { content, markup, stored } = mail;
  try {
    const destination = checkedDestination(realm, target);
    checkContent(content);
    // If this throws, nothing has been written. The text is rendered again once the files exist, to show them.
    renderChecked(realm, acting, destination, markup);
    addFiles(realm, sender, stored);
    const rendered = renderChecked(realm, acting, destination, markup);
    postMessage(realm, { sender, destination, content, rendered, client: CLIENT, readBySender: true });
    return "posted";
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    sendDirectNotice(realm, {
      to: sender.id,
      content: `Your email reply wasn't posted. ${error.message}`,
    });
    return "told";
  }
}

/** Returns a reply's destination. Throws if its sender can't write there. */
function checkedDestination(realm: Realm, { acting, destination }: ReplyTarget): Destination {
  if (destination === null) throw badRequest("The conversation no longer exists.");
  if (destination.kind === "direct") {
    const others = destination.members.filter((member) => member !== acting.user_id);
    checkMaySendDirect(realm, acting, accessUsers(realm, acting, others));
    return destination;
  }
  return destinationOf(realm, acting, { isDirect: false, to: destination.channel.id, topic: destination.topic });
}
