import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { unavailable } from "../../../protocol/errors.ts";
import type { Realm } from "../../../realm/realm.ts";
import { accessMailTarget, checkMayMail, type MailTarget } from "./access.ts";
import { isTooMuchMail } from "./known-mails.ts";

/** Retry delay for email over the limit. */
const PAUSE_SECONDS = 60;

/** Lets a mail server ask whether an address accepts email, before the server sends any. */
export const lookUpMailboxEndpoint = action({
  route: "POST /mail/mailbox",
  by: "anyone",
  internal: true,
  limited: false,
  repeatable: true,
  params: { token: text("id") },
  reply: { kind: v.string() },
  run: ({ realm, params }) => ({ kind: accessMailbox(realm, params.token).kind }),
});

/** Returns an email's destination. Throws if the email isn't accepted, or can't be accepted now. */
export function accessMailbox(realm: Realm, token: string): MailTarget {
  const target = accessMailTarget(realm, token);
  const isReply = target.kind === "reply";
  if (!isReply) checkMayMail(realm, target);
  if (isTooMuchMail(realm, isReply ? target.sender.id : undefined)) {
    throw unavailable("There is more email than this organization accepts. Try again later.", PAUSE_SECONDS);
  }
  return target;
}
