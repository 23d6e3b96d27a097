import { createHmac } from "node:crypto";
import { PARLEY_VERSION } from "../../../protocol/version.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { Seconds } from "../../../util/time.ts";
import type { MessageIndexRow } from "../../conversations/conversations.ts";
import { findMessageInRealm } from "../../messages/core/store/stored-content.ts";
import { pressToDeliver } from "../../messages/presses/presses.ts";
import { outgoingWebhookOf } from "../../organization/account-actions/bots/bots.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { isDeactivated } from "../../organization/organization-settings/deactivation.ts";
import { commandIn } from "../bot-commands/bot-commands.ts";
import { type Form, jsonForm, slackForm } from "./forms.ts";
import { placeOfReply } from "./reply-place.ts";
import type { CallRow } from "./rows.ts";

/**
 * Returns headers that identify repeated deliveries and authenticate this server to a service, as in Standard Webhooks
 * (https://www.standardwebhooks.com). The secret's bytes are the characters of the bot's token.
 */
function signatureHeaders(of: {
  readonly id: string;
  readonly at: Seconds;
  readonly body: string;
  readonly secret: string;
}): Record<string, string> {
  const signature = createHmac("sha256", of.secret).update(`${of.id}.${of.at}.${of.body}`).digest("base64");
  return { "webhook-id": of.id, "webhook-timestamp": String(of.at), "webhook-signature": `v1,${signature}` };
}

export const Interface = Object.freeze({ zulip: 1, slack: 2 } as const);

export type ServiceRequest =
  | {
      readonly kind: "request";
      readonly interface: number;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: "refused"; readonly said: string }
  /** The bot, its service or the conversation was deleted, or the organization was deactivated. */
  | { readonly kind: "gone" };

/** Returns the request that delivers a message to a bot's service (webhooks.md 5). Call it within a change. */
export function requestFor(realm: Realm, call: CallRow, place: MessageIndexRow | undefined): ServiceRequest {
  if (isDeactivated(realm)) return { kind: "gone" };
  const bot = findUser(realm, call.bot_id);
  const service = bot && outgoingWebhookOf(realm, bot);
  const row = place && findMessageInRealm(realm, place);
  const where = place && placeOfReply(realm, place);
  if (bot?.is_active !== 1 || service === undefined || row === undefined || where === undefined)
    return { kind: "gone" };
  const { payload_url: url, token } = service;
  const isSlack = service.interface === Interface.slack;
  const command = call.trigger === "command" ? commandIn(realm, row.id, () => row.content) : undefined;
  // The message may have been moved to a conversation that the bot can't read.
  if (call.trigger === "command" && command === undefined) return { kind: "gone" };
  const press = call.press_id === null ? undefined : pressToDeliver(realm, call.press_id);
  if (call.press_id !== null && press === undefined) return { kind: "gone" };
  if (isSlack && where.kind === "direct" && command === undefined && press === undefined) {
    return { kind: "refused", said: "Slack outgoing webhooks don't support direct messages." };
  }
  const facts = { bot, row, where, trigger: call.trigger, token, command, press };
  const form = isSlack ? slackForm(realm, facts) : jsonForm(realm, facts);
  const headers = headersOf(realm, call, { ...form, token });
  return { kind: "request", interface: service.interface, url, headers, body: form.body };
}

const headersOf = (
  realm: Realm,
  { delivery_key: id }: CallRow,
  { token: secret, body, type }: Form & { readonly token: string },
): Record<string, string> => ({
  "User-Agent": `ParleyOutgoingWebhook/${PARLEY_VERSION}`,
  "Content-Type": type,
  Accept: "application/json",
  ...signatureHeaders({ id, at: realm.seconds(), body, secret }),
});
