import * as v from "valibot";
import { iceServers } from "../../../call-room/ice-servers.ts";
import { Sfu } from "../../../call-room/media/sfu.ts";
import { Turn } from "../../../call-room/media/turn.ts";
import { type Calls, hasRelay } from "../../../config/calls.ts";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import type { Log } from "../../../logging/log.ts";
import { machineClock } from "../../../util/clock.ts";
import { refuseIfOff } from "./access.ts";

/** The servers that calls would use, for administrators who try whether they work. */
export const testCallsEndpoint = shapedAction({
  route: "POST /calls/test",
  by: "administrator",
  params: {},
  reply: {
    /** For RTCPeerConnection. */
    ice_servers: v.array(v.record(v.string(), v.unknown())),
    has_relay: v.boolean(),
    /** "away": it does not answer, or refuses the server's secret. */
    media_server: v.picklist(["none", "ok", "away"]),
  },
  run({ realm, actor }) {
    refuseIfOff(realm);
    return { calls: realm.config.calls, user: actor.user_id };
  },
  async shape({ result: { calls, user }, log }) {
    const [turn, media_server] = await Promise.all([
      calls.turnKey === null ? null : new Turn(calls.turnKey, log).make(),
      mediaServer(calls, log),
    ]);
    const servers = [...iceServers(calls, user, machineClock), ...(turn?.servers ?? [])];
    return { ice_servers: servers.map((server) => ({ ...server })), has_relay: hasRelay(calls), media_server };
  },
});

/** Whether the media server makes a session, which ends by itself when nobody uses it. */
async function mediaServer({ sfu }: Calls, log: Log): Promise<"none" | "ok" | "away"> {
  if (sfu === null) return "none";
  try {
    await new Sfu(sfu, log).newSession();
    return "ok";
  } catch {
    return "away";
  }
}
