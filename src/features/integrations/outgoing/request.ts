import { PARLEY_VERSION } from "../../../protocol/version.ts";
import type { Realm } from "../../../realm/realm.ts";
import type { MessageIndexRow } from "../../conversations/public.ts";
import { findMessageInRealm } from "../../messages/messages/public.ts";
import { outgoingWebhookOf } from "../../organization/users/actions/public.ts";
import { findUser, type User } from "../../organization/users/public.ts";
import { deliveredMessage } from "./delivered-message.ts";
import { placeOfReply } from "./reply-place.ts";
import type { CallRow } from "./rows.ts";
import { signatureHeaders } from "./signature.ts";

export const Interface = Object.freeze({ zulip: 1, slack: 2 } as const);

/** What a bot's service is asked, or why it is not. */
export type ServiceRequest =
  | {
      readonly kind: "request";
      readonly bot: User;
      readonly interface: number;
      readonly url: string;
      readonly headers: Readonly<Record<string, string>>;
      readonly body: string;
    }
  | { readonly kind: "refused"; readonly bot: User; readonly said: string }
  /** The bot, its service or the conversation has gone. */
  | { readonly kind: "gone" };

const GONE: ServiceRequest = { kind: "gone" };

/** The request by which a bot's service gets a message (webhooks.md 5). Needs a change around it. */
export function requestFor(realm: Realm, call: CallRow, place: MessageIndexRow | undefined): ServiceRequest {
  const bot = findUser(realm, call.bot_id);
  const service = bot && outgoingWebhookOf(realm, bot);
  const row = place && findMessageInRealm(realm, place);
  const where = place && placeOfReply(realm, place);
  if (bot?.is_active !== 1 || service === undefined || row === undefined || where === undefined) return GONE;
  const message = deliveredMessage(realm, row, where);
  const { payload_url: url, token } = service;
  if (service.interface === Interface.slack) {
    if (where.kind === "direct")
      return { kind: "refused", bot, said: "Slack outgoing webhooks don't support direct messages." };
    const body = new URLSearchParams({
      token,
      team_id: `T${realm.id}`,
      team_domain: realm.host,
      channel_id: `C${where.channel.id}`,
      channel_name: where.channel.name,
      thread_ts: String(row.sent_at),
      timestamp: String(row.sent_at),
      user_id: `U${row.sender_id}`,
      user_name: message.sender_full_name,
      text: row.content,
      trigger_word: call.trigger,
      service_id: String(bot.id),
    }).toString();
    const headers = headersOf(realm, call, { token, body, type: "application/x-www-form-urlencoded" });
    return { kind: "request", bot, interface: service.interface, url, headers, body };
  }
  const body = JSON.stringify({
    data: row.content,
    message,
    bot_email: bot.email,
    bot_full_name: bot.full_name,
    token,
    trigger: call.trigger,
  });
  const headers = headersOf(realm, call, { token, body, type: "application/json" });
  return { kind: "request", bot, interface: service.interface, url, headers, body };
}

function headersOf(
  realm: Realm,
  call: CallRow,
  { token, body, type }: { readonly token: string; readonly body: string; readonly type: string },
): Record<string, string> {
  return {
    "User-Agent": `ParleyOutgoingWebhook/${PARLEY_VERSION}`,
    "Content-Type": type,
    Accept: "application/json",
    ...signatureHeaders({ id: call.delivery_key, at: realm.seconds(), body, secret: token }),
  };
}
