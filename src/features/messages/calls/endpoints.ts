import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { boolean, count, json, optional, text } from "../../../api/parameter.ts";
import { iceServers } from "../../../call-room/ice-servers.ts";
import { CloudflareTurn } from "../../../call-room/media/cloudflare-turn.ts";
import { Sfu } from "../../../call-room/media/sfu.ts";
import { type Calls, hasRelay } from "../../../config/calls.ts";
import type { Log } from "../../../logging/log.ts";
import { boundedList } from "../../../protocol/bounded.ts";
import { insufficientPermission } from "../../../protocol/errors.ts";
import { machineClock } from "../../../util/clock.ts";
import { accessCall, accessOpenCall, mayModerate, refuseIfOff } from "./access.ts";
import { auditEnd } from "./audits.ts";
import { callsAt, endCall, pastCallObject, takeReport } from "./calls.ts";
import { callSchema } from "./events.ts";
import { endRinging } from "./ringing.ts";
import { conversationParams, conversationToRead } from "./start-call.ts";

const pastCallSchema = v.strictObject({
  ...callSchema.entries,
  ended_at: v.nullable(v.number()),
  seconds: v.nullable(v.number()),
  people_ids: v.array(v.number()),
});

/** Returns a conversation's calls, newest first. */
export const getCallsEndpoint = action({
  route: "GET /calls",
  by: "human",
  params: conversationParams,
  reply: { calls: v.array(pastCallSchema) },
  run: ({ realm, actor, params }) => ({ calls: callsAt(realm, actor, conversationToRead(realm, actor, params)) }),
});

export const getCallEndpoint = action({
  route: "GET /calls/:call_id",
  outside: true,
  by: "human",
  params: { call_id: text("id") },
  reply: { call: pastCallSchema },
  run({ realm, actor, params }) {
    const { row, place } = accessCall(realm, actor, params.call_id);
    return { call: pastCallObject(realm, row, place, actor.user_id) };
  },
});

/** Ends the ringing on all of the caller's devices. Does nothing if the call no longer rings. */
export const declineCallEndpoint = action({
  route: "POST /calls/:call_id/decline",
  outside: true,
  by: "human",
  params: { call_id: text("id") },
  run({ realm, actor, params }) {
    const { row } = accessCall(realm, actor, params.call_id);
    endRinging(realm, row, "declined", [actor.user_id]);
  },
});

/** Ends a call for everyone. Only its starter and moderators can do this. */
export const endCallEndpoint = action({
  route: "POST /calls/:call_id/end",
  by: "human",
  params: { call_id: text("id") },
  run({ realm, actor, params }) {
    const { row, place } = accessOpenCall(realm, actor, params.call_id);
    if (row.starter_id !== actor.user_id && !mayModerate(realm, actor, place)) throw insufficientPermission();
    auditEnd(realm, row, actor.user_id);
    endCall(realm, row, "ended");
  },
});

const id = v.pipe(v.number(), v.safeInteger());

/** Receives a room's report of its members. Called only by the room, over its binding. */
export const reportCallEndpoint = action({
  route: "POST /calls/:call_id/report",
  by: "anyone",
  internal: true,
  limited: false,
  repeatable: true,
  params: {
    call_id: text("id"),
    seq: count,
    members: json(boundedList(id, "ids")),
    people: json(boundedList(v.tuple([id, id]), "ids")),
    locked: boolean,
    acts: optional(
      json(boundedList(v.object({ n: id, act: v.picklist(["remove", "mute"]), by: id, user: id }), "ids")),
      [],
    ),
    encryption_acts: optional(
      json(boundedList(v.object({ n: id, act: v.picklist(["plain", "encrypt"]), by: id }), "ids")),
      [],
    ),
    ended: json(v.nullable(v.object({ why: v.picklist(["left", "ended", "too_long"]), by: v.nullable(id) }))),
  },
  reply: { known: v.boolean() },
  run: ({ realm, params: { call_id, ...report } }) => ({ known: takeReport(realm, call_id, report) }),
});

export const testCallsEndpoint = shapedAction({
  route: "POST /calls/test",
  by: "administrator",
  reply: {
    /** The `iceServers` option of RTCPeerConnection. */
    ice_servers: v.array(v.record(v.string(), v.unknown())),
    has_relay: v.boolean(),
    /** "away" means that the server doesn't respond, or rejects the secret. */
    media_server: v.picklist(["none", "ok", "away"]),
  },
  run({ realm, actor }) {
    refuseIfOff(realm);
    return { calls: realm.config.calls, user: actor.user_id };
  },
  async shape({ result: { calls, user }, log }) {
    const [turn, media_server] = await Promise.all([
      calls.turnKey === null ? null : new CloudflareTurn(calls.turnKey, log).make(),
      mediaServer(calls, log),
    ]);
    const servers = [...iceServers(calls, user, machineClock), ...(turn?.servers ?? [])];
    return { ice_servers: servers.map((server) => ({ ...server })), has_relay: hasRelay(calls), media_server };
  },
});

/** Checks whether the SFU can create a session. Unused sessions expire automatically. */
async function mediaServer({ sfu }: Calls, log: Log): Promise<"none" | "ok" | "away"> {
  if (sfu === null) return "none";
  try {
    await new Sfu(sfu, log).newSession();
    return "ok";
  } catch {
    return "away";
  }
}
