import { DurableObject } from "cloudflare:workers";
import { receive } from "./call-room/answer-frame.ts";
import { FrameRates } from "./call-room/frame-rates.ts";
import { iceServers } from "./call-room/ice-servers.ts";
import { CloudflareTurn } from "./call-room/media/cloudflare-turn.ts";
import { Sfu } from "./call-room/media/sfu.ts";
import { CallRoom } from "./call-room/room.ts";
import type { RoomFacts } from "./call-room/rows.ts";
import { type Config, readConfig } from "./config/config.ts";
import type { Env } from "./config/env.ts";
import { Log } from "./logging/log.ts";
import { type CallFacts, type RoomReport, readAdmittance, type Verdict } from "./rpc/call-room-port.ts";
import { objectStub } from "./rpc/object-stub.ts";
import { PROTOCOL, type RealmAnswer, type RealmCall, type Stale } from "./rpc/realm-call.ts";
import { machineClock, movableClock } from "./util/clock.ts";
import { machineRandom, randomToken } from "./util/random.ts";

interface RealmPort {
  call(call: RealmCall): Promise<RealmAnswer | Stale>;
}

/** The room of one call. Holds the members' sockets, which hibernate with it. */
export class CallRoomObject extends DurableObject<Env> {
  readonly #room: CallRoom;
  readonly #rates = new FrameRates();

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    state.setWebSocketAutoResponse(new WebSocketRequestResponsePair("ping", "pong"));
    const config = readConfig(env);
    const { sfu, turnKey } = config.calls;
    // Only requests to the media services that failed are logged.
    const log = new Log({ object: "call" });
    this.#room = new CallRoom({
      sockets: state,
      sql: state.storage.sql,
      random: machineRandom,
      clockOf: (realm) => (config.testHooks ? movableClock(realm) : machineClock),
      wakeIn: (ms) => void state.storage.setAlarm(machineClock.milliseconds() + ms),
      ...{ log, wallClock: machineClock },
      sfu: sfu && new Sfu(sfu, log),
      turn: turnKey && new CloudflareTurn(turnKey, log),
      report: (facts, report) => tellRealm(env, config, facts, report),
      iceServers: (user) => iceServers(config.calls, user, machineClock),
      iceServersExpire: config.calls.turn !== null,
      forget: async () => {
        await state.storage.deleteAlarm();
        await state.storage.deleteAll();
      },
    });
  }

  /** Accepts the socket of a user the realm admitted. */
  override fetch(request: Request): Response {
    const admittance = readAdmittance(request.headers);
    if (admittance === null) return new Response(null, { status: 400 });
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    const status = this.#room.enter(admittance, () => server);
    return status === 101 ? new Response(null, { status, webSocket: client }) : new Response(null, { status });
  }

  begin(call: CallFacts): void {
    this.#room.begin(call);
  }

  members(version: number) {
    return this.#room.judged(version);
  }

  settle(verdict: Verdict): void {
    this.#room.settle(verdict);
  }

  end(): Promise<RoomReport | null> {
    return this.#room.end();
  }

  /** For tests: aborts the object, with all of its sockets. */
  lose(): void {
    // Lets this call return first.
    setTimeout(() => this.ctx.abort("lost for a test"), 0);
  }

  override alarm(): Promise<void> {
    return this.#room.alarm();
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void | Promise<void> {
    return receive(this.#room, this.#rates, socket, frame);
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
    this.#room.closed(socket);
  }

  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket);
  }
}

/** Reports the room's members to the realm. Returns false if the realm has no such call. */
async function tellRealm(
  env: Env,
  { build, place }: Config,
  { subdomain, call }: RoomFacts,
  report: RoomReport,
): Promise<boolean> {
  const realm = objectStub(env.REALM, subdomain || ".", place) as RealmPort;
  const id = randomToken(machineRandom, 16);
  const answer = await realm.call({
    ...{ protocol: PROTOCOL, build, subdomain, route: "POST /calls/:call_id/report", step: "run" },
    ...{ credentials: null, params: { call_id: call, ...report }, refused: null, prepared: undefined },
    facts: { id, origin: "", address: "call", userAgent: "", client: "call" },
  });
  if ("stale" in answer || !answer.ok) throw new Error("the realm has not taken the report");
  return (answer.value as { known: boolean }).known;
}
