import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { alias, boolean, oneOf, optional, text } from "../../../api/parameter.ts";
import { parseMarkup } from "../../../markup/index.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { badRequest, channelDoesNotExist, rateLimitHit } from "../../../protocol/errors.ts";
import { limits } from "../../../protocol/limit-table.ts";
import type { Realm } from "../../../realm/realm.ts";
import { inSeconds } from "../../../util/time.ts";
import { hasContentAccess } from "../../channels/channels/access.ts";
import { topicToWrite } from "../../conversations/topic-name.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import type { Destination } from "../core/send/destination.ts";
import { destinationOf, renderChecked } from "../core/send/outgoing-message.ts";
import { postMessage } from "../core/send/post-message.ts";
import { parseRecipientParameter, recipientChannel, recipientUsers } from "../core/send/recipient-parameter.ts";
import { checkMayStart } from "./access.ts";
import { countStart, withoutCallLinks } from "./call-links.ts";
import { openCall, openCallAt, openCalls } from "./calls.ts";
import type { CallRow } from "./rows.ts";

export const conversationParams = {
  type: oneOf("direct", "private", "channel", "stream"),
  to: text("addresses"),
  topic: alias(optional(text("topic")), "subject"),
};

interface CallTarget {
  readonly type: "direct" | "private" | "channel" | "stream";
  readonly to: string;
  readonly topic: string | undefined;
}

const isDirect = ({ type }: CallTarget) => type === "direct" || type === "private";

/** Returns the conversation for a new call. Throws if the caller can't post there. */
const conversationToWrite = (realm: Realm, actor: Actor, place: CallTarget) =>
  destinationOf(realm, actor, {
    isDirect: isDirect(place),
    to: parseRecipientParameter(place.to),
    topic: place.topic,
  });

/** Returns the conversation whose past calls are requested. Throws if the caller can't read it. */
export function conversationToRead(realm: Realm, actor: Actor, place: CallTarget): Destination {
  const to = parseRecipientParameter(place.to);
  if (isDirect(place)) {
    const others = recipientUsers(realm, actor, to).map(({ id }) => id);
    return { kind: "direct", members: [actor.user_id, ...others] };
  }
  const channel = recipientChannel(realm, actor, to);
  if (!hasContentAccess(realm, actor, channel)) throw channelDoesNotExist({ stream_id: channel.id });
  if (place.topic === undefined) throw badRequest("Missing topic");
  return { kind: "channel", channel, topic: topicToWrite(place.topic) };
}

export const startCallEndpoint = action({
  route: "POST /calls",
  by: "human",
  params: { ...conversationParams, video: optional(boolean, false), ring: optional(boolean, false) },
  reply: { call_id: v.string(), message_id: v.number(), existing: v.boolean(), encrypted: v.boolean() },
  plan({ realm, actor }) {
    checkMayStart(realm, actor);
    return { id: newCallId(realm), url: realm.url };
  },
  async prepare({ params, plan: { id, url } }) {
    const content = `[Join ${params.video ? "video" : "voice"} call.](${url}/call/${id})`;
    return { id, content, markup: await parseMarkup(content) };
  },
  run({ realm, actor, params, prepared: { id, content, markup }, request }) {
    checkMayStart(realm, actor);
    const destination = conversationToWrite(realm, actor, params);
    const open = openCallAt(realm, actor, destination);
    if (open !== undefined) return answerOf(open, true);
    countNewCall(realm, actor);
    const message = withoutCallLinks(realm, () =>
      postMessage(realm, {
        sender: accessUser(realm, actor, actor.user_id),
        destination,
        content,
        rendered: renderChecked(realm, actor, destination, markup),
        client: request.client,
        readBySender: true,
      }),
    );
    const rings = params.ring && destination.kind === "direct";
    const call = openCall(realm, { id, message: message.id, starter: actor.user_id, video: params.video, rings });
    return answerOf(call, false);
  },
});

/** Throws if too many calls are open, or the caller started too many. */
export function countNewCall(realm: Realm, actor: Actor): void {
  if (openCalls(realm).length >= limits.organization.open_calls)
    throw badRequest("Too many calls are going on in this organization.");
  const retryMs = countStart(realm, actor.user_id);
  if (retryMs > 0) throw rateLimitHit(inSeconds(retryMs));
}

const answerOf = ({ id, message_id, encrypted }: CallRow, existing: boolean) => ({
  ...{ call_id: id, message_id, existing, encrypted: encrypted === 1 },
});

/** Returns a random id of 15 digits, like the meeting ids that clients generate. */
export function newCallId(realm: Realm): string {
  let digits = "";
  for (const byte of realm.random.bytes(30)) if (byte < 250 && digits.length < 15) digits += byte % 10;
  return digits.padEnd(15, "1").replace(/^0/, "1");
}
