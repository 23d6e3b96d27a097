import { feature } from "../../../feature.ts";
import { grantEndedHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { messageSentHook } from "../../messages/core/hooks.ts";
import { reactionAddedHook } from "../../messages/reactions/reactions.ts";
import { systemBot } from "../../organization/accounts/accounts.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { approvalEndpoints } from "./endpoints.ts";
import { answerByReply, decideByReaction, expireRequest, expireRequestsOf, TIMER } from "./requests.ts";
import { deleteRequestsOfUser, schema } from "./rows.ts";

/*
 * How assistants write in users' names.
 *
 *   send.ts      sends a message at once, or after asking the user; once per key
 *   approval.ts  the rules for when the user is asked
 *   requests.ts  what awaits the user's answer: messages, and questions
 *   links.ts     the hosts an assistant has read about; a link to one could exfiltrate data
 *   limits.ts    rate limits
 */

export const assistantWriting = feature({
  name: "assistant-writing",
  schema,
  personal: { assistant_requests: { user: "user_id" } },
  archive: {
    leftOut: {
      assistant_results: "of the moment",
      assistant_requests: "of the moment",
      assistant_links: "of the moment",
      assistant_days: "of the moment",
    },
  },
  endpoints: approvalEndpoints,
  timers: { [TIMER]: ({ realm }, name) => expireRequest(realm, Number(name.slice(TIMER.length + 1))) },
  handlers: [
    on(reactionAddedHook, decideByReaction),
    on(messageSentHook, (realm, { sender_id, content, grant_id }, destination) => {
      if (destination.kind !== "direct" || destination.members.length !== 2 || grant_id !== null) return;
      const bot = systemBot(realm, "notification-bot").id;
      if (sender_id !== bot && destination.members.includes(bot)) answerByReply(realm, sender_id, content);
    }),
    on(grantEndedHook, (realm, { id }) => expireRequestsOf(realm, id)),
    on(accountErasedHook, (realm, { id }) => deleteRequestsOfUser.run(realm.sql, { user: id })),
  ],
});
