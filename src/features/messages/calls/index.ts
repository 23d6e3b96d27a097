import { type Calls, hasRelay } from "../../../config/calls.ts";
import { feature } from "../../../feature.ts";
import type { RealmEvent } from "../../../realm/events/event.ts";
import { can } from "../../../realm/events/queue-client.ts";
import { eventEmittedHook, loginsEndedHook, on, type Realm } from "../../../realm/realm.ts";
import { putBackHook } from "../../../realm/replication/hooks.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { CALL_LIMITS, type CallMode } from "../../../rpc/call-room-port.ts";
import { beforeUnsubscribeHook } from "../../channels/channels/channels.ts";
import { accountErasedHook } from "../../organization/accounts/hooks.ts";
import { beforeRealmSettingHook } from "../../organization/organization-settings/hooks.ts";
import { beforeMembershipChangeHook } from "../../organization/user-groups/hooks.ts";
import { messageSentHook, messagesMovedHook, messagesRemovedHook } from "../core/hooks.ts";
import { ringingHook } from "../push-notifications/hooks.ts";
import { callPage, openCallByLink } from "./call-links.ts";
import { announceCalls, BEGIN_JOB, END_JOB, noteEncryption, openCalls, openCallsFor, removeCallsOf } from "./calls.ts";
import {
  declineCallEndpoint,
  endCallEndpoint,
  getCallEndpoint,
  getCallsEndpoint,
  reportCallEndpoint,
  testCallsEndpoint,
} from "./endpoints.ts";
import { createTicketEndpoint, enterByTicketEndpoint, enterRoomEndpoint } from "./enter-room.ts";
import { type Call, callEnded, callRang, callStarted, callUpdated, ringEnded } from "./events.ts";
import { gainedBy } from "./gained-access.ts";
import { missRinging, RING_SECONDS, RING_TIMER, ringingOf } from "./ringing.ts";
import { endAll, endRoom, JUDGE_JOB, judge, judgeSoon, noteEvent, noteMoved, startRoom } from "./rooms.ts";
import { forgetPerson, schema } from "./rows.ts";
import { startCallEndpoint } from "./start-call.ts";
import { TITLE_JOB, writeTitle } from "./titles.ts";

interface ServerCalls {
  readonly mode: CallMode | "off";
  /** Maximum members of a call. */
  readonly limit: number;
  readonly ring_seconds: number;
  /** Whether a relay hides users' IP addresses from others in a call. */
  readonly has_relay: boolean;
}

function serverCalls(calls: Calls): ServerCalls {
  const { isOn, sfu } = calls;
  const mode = sfu === null ? "mesh" : "sfu";
  const limits = { limit: CALL_LIMITS[mode], ring_seconds: RING_SECONDS };
  return { mode: isOn ? mode : "off", ...limits, has_relay: hasRelay(calls) };
}

/** The open calls, for clients that support calls. */
const callState = stateSlice({
  types: ["call"],
  outside: true,
  collect({ realm, actor, client }): { calls?: readonly Call[]; server_calls?: ServerCalls } {
    if (!can(client, "calls")) return {};
    return {
      calls: actor === null ? [] : openCallsFor(realm, actor),
      server_calls: serverCalls(realm.config.calls),
    };
  },
});

/** Emits open calls to users who gain access to them. */
function noteGains(realm: Realm, event: RealmEvent): void {
  const gained = openCalls(realm).length === 0 ? undefined : gainedBy(event);
  if (gained !== undefined) announceCalls(realm, gained);
}

/**
 * The organization's own calls. Their members are managed by rooms (src/call-room/). Media goes between browsers, or
 * through a media server (src/call-room/media/); the room only passes on what members need to find each other.
 *
 * The realm issues tickets. A ticket includes the number of permission changes so far. If a room was notified of a
 * later change, it makes the client request a new ticket. Whatever can end someone's access (an event, the end of a
 * login, a moved message) adds the job `calls.judge` within its change. The job requests the members from the rooms and
 * removes those who can no longer stay. Rooms report their members in numbered, absolute reports.
 */
export const calls = feature({
  name: "own-calls",
  tag: "calls",
  schema,
  archive: {
    leftOut: {
      calls: "their messages are there, and their rooms are of this server alone",
      call_links: "of the calls",
    },
  },
  endpoints: [
    startCallEndpoint,
    getCallsEndpoint,
    getCallEndpoint,
    declineCallEndpoint,
    endCallEndpoint,
    enterRoomEndpoint,
    createTicketEndpoint,
    enterByTicketEndpoint,
    reportCallEndpoint,
    testCallsEndpoint,
  ],
  pages: [callPage],
  events: [callStarted, callUpdated, callEnded, callRang, ringEnded],
  state: [callState],
  jobs: { [JUDGE_JOB]: judge, [END_JOB]: endRoom, [BEGIN_JOB]: startRoom, [TITLE_JOB]: writeTitle },
  timers: { [RING_TIMER]: ({ realm }, name) => missRinging(realm, name) },
  promptJobs: [JUDGE_JOB, END_JOB],
  handlers: [
    on(eventEmittedHook, noteEvent),
    on(eventEmittedHook, noteGains),
    on(loginsEndedHook, (realm) => judgeSoon(realm)),
    // Hooks are needed because leaving a channel or group emits no event while no one has a queue.
    on(beforeUnsubscribeHook, (realm) => judgeSoon(realm)),
    on(beforeMembershipChangeHook, (realm) => () => judgeSoon(realm)),
    on(ringingHook, ringingOf),
    on(messageSentHook, openCallByLink),
    on(messagesMovedHook, noteMoved),
    on(messagesRemovedHook, removeCallsOf),
    on(accountErasedHook, (realm, { id }) => forgetPerson.run(realm.sql, { user: id })),
    on(putBackHook, endAll),
    on(beforeRealmSettingHook, noteEncryption),
  ],
});
