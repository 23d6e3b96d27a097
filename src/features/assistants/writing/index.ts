import { feature } from "../../../feature.ts";
import { grantEndedHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { messageSentHook } from "../../messages/messages/hooks.ts";
import { reactionAddedHook } from "../../messages/reactions/reactions.ts";
import { accountErasedHook } from "../../organization/users/hooks.ts";
import { systemBot } from "../../organization/users/users.ts";
import {
  askPersonEndpoint,
  beginCallEndpoint,
  changeEndpoint,
  endCallEndpoint,
  getRequestEndpoint,
  markEndpoint,
  sendEndpoint,
} from "./endpoints.ts";
import { answerByReply, decideByReaction, expireRequest, expireRequestsOf, TIMER } from "./requests.ts";
import { deleteRequestsOfUser, schema } from "./rows.ts";

/*
 * The writing of assistants in people's names.
 *
 *   send.ts      a message: sent at once, or after the person has been asked; once for a key
 *   approval.ts  the rules by which the person is asked
 *   requests.ts  the things that wait for the person: messages, and questions to them
 *   links.ts     the hosts that an assistant has read, which may carry off more than a link
 *   limits.ts    how often
 */

/** Messages and questions of assistants. */
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
  endpoints: [
    sendEndpoint,
    changeEndpoint,
    askPersonEndpoint,
    getRequestEndpoint,
    markEndpoint,
    beginCallEndpoint,
    endCallEndpoint,
  ],
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
