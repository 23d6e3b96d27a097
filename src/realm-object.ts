import { DurableObject } from "cloudflare:workers";
import { readConfig } from "./config.ts";
import type { Env } from "./env.ts";
import { features } from "./features.ts";
import { failure } from "./http/envelope.ts";
import { failureOf } from "./http/failure-of.ts";
import { POLL_HEADER, type PollCall, type RealmAnswer, type RealmCall } from "./http/realm-call.ts";
import { Log } from "./logging/log.ts";
import { RealmServer } from "./realm/realm-server.ts";

/** One organization. */
export class RealmObject extends DurableObject<Env> {
  readonly #server: RealmServer;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    this.#server = new RealmServer(state, env, readConfig(env), features);
  }

  /** For tests that look inside; undefined where there is no organization. */
  get realm() {
    return this.#server.built?.realm;
  }

  call(call: RealmCall): Promise<RealmAnswer> {
    return this.#server.call(call);
  }

  /** Polls come as requests, not as calls, for only those can be answered with a socket. */
  override async fetch(request: Request): Promise<Response> {
    try {
      const call = JSON.parse(decodeURIComponent(request.headers.get(POLL_HEADER) ?? "null")) as PollCall;
      return await this.#server.poll(call);
    } catch (error) {
      return failure(failureOf(error, new Log({ route: "GET /events" })));
    }
  }

  override alarm(): Promise<void> {
    return this.#server.alarm();
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
  }
}
