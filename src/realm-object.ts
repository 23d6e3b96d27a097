import { DurableObject } from "cloudflare:workers";
import { readConfig } from "./config/config.ts";
import type { Env } from "./config/env.ts";
import { beginWithEarlierState, type EarlierStates, earlierStates } from "./database/earlier-states.ts";
import { withFaults } from "./database/faults.ts";
import { features } from "./features.ts";
import { innerCalls } from "./http/inner-calls.ts";
import { isDeactivatedHook } from "./realm/admission-hooks.ts";
import { RealmServer } from "./realm-object/realm-object.ts";
import {
  type EarlierState,
  type EraseResult,
  isReadableCall,
  isReadablePoll,
  POLL_HEADER,
  type PollCall,
  type PutBack,
  type RealmAnswer,
  type RealmCall,
  readPoll,
  STALE,
  STALE_HEADER,
  type Stale,
} from "./rpc/realm-call.ts";
import { type LinkCall, readRelayHeader } from "./rpc/relay-frames.ts";

/** How long a restored object keeps running, to send its last responses. */
const RESTART_MS = 300;

const callsOf = innerCalls(features);

/** The Durable Object of one organization. */
export class RealmObject extends DurableObject<Env> {
  readonly #server: RealmServer;
  readonly #states: EarlierStates;
  /** True once the storage is erased. The object then answers every call with `STALE`, until it restarts. */
  #isErased = false;

  constructor(state: DurableObjectState, env: Env) {
    super(state, env);
    const config = readConfig(env);
    beginWithEarlierState(state.storage, config);
    this.#states = earlierStates(state.storage, config);
    this.#server = new RealmServer(state, { env: withFaults(env, config), config, features, callsOf });
  }

  /** For tests that inspect the realm; undefined if there is no organization. */
  get realm() {
    return this.#server.built?.realm;
  }

  /** The Worker may run another version of the code. Unreadable calls are answered with `STALE`. */
  async call(call: RealmCall): Promise<RealmAnswer | Stale> {
    return isReadableCall(call) && !this.#isErased ? this.#server.call(call) : STALE;
  }

  /**
   * Answers a poll sent as an RPC call, which costs less than a request. If the poll can't wait in memory, the answer
   * says to send it as a request.
   */
  async hold(call: PollCall): Promise<string | Stale> {
    return isReadablePoll(call) && !this.#isErased ? this.#server.hold(call) : STALE;
  }

  /**
   * Answers polls sent as requests, opens event streams, and accepts links from relays. Only a request can be answered
   * with a WebSocket.
   */
  override async fetch(request: Request): Promise<Response> {
    const link = readRelayHeader<LinkCall>(request.headers);
    if (link !== null && !this.#isErased) return this.#server.link(link);
    const call = readPoll(request.headers.get(POLL_HEADER));
    return call === undefined || this.#isErased
      ? new Response(null, { status: 503, headers: { [STALE_HEADER]: "1" } })
      : this.#server.poll(call);
  }

  /**
   * Restores the object's storage to an earlier point in time, and restarts the object. The caller must already be
   * authenticated as the server administrator.
   */
  async putBack(wanted: EarlierState): Promise<PutBack> {
    try {
      const bookmark = "bookmark" in wanted ? wanted.bookmark : await this.#states.bookmarkAt(wanted.at);
      const undo = await this.#states.restoreAtRestart(bookmark);
      // Lets the response be sent first.
      setTimeout(() => this.ctx.abort("put back to an earlier state"), RESTART_MS);
      return { bookmark, undo };
    } catch (error) {
      return { refused: String(error) };
    }
  }

  /**
   * Deletes the object's storage, and with it the (deactivated) organization. The caller must already be authenticated
   * as the server administrator.
   */
  async erase(): Promise<EraseResult | Stale> {
    const { realm } = this;
    if (this.#isErased) return STALE;
    if (realm === undefined) return { erased: false };
    if (!realm.ask(isDeactivatedHook)) return { refused: "It is in use." };
    this.#isErased = true;
    try {
      await this.ctx.storage.deleteAlarm();
      await this.ctx.storage.deleteAll();
    } finally {
      // Lets the response be sent first. If erasing failed, the organization still exists after the restart.
      setTimeout(() => this.ctx.abort("the organization was deleted"), RESTART_MS);
    }
    return { erased: true };
  }

  /** For tests: terminates the object, including its sockets. */
  lose(): void {
    // Lets this call return first.
    setTimeout(() => this.ctx.abort("lost for a test"), 0);
  }

  override async alarm(): Promise<void> {
    try {
      if (!this.#isErased) await this.#server.alarm();
    } catch (error) {
      // The timer ran while the organization was being deleted, and its tables no longer exist.
      if (!this.#isErased) throw error;
    }
  }

  override webSocketMessage(socket: WebSocket, frame: string | ArrayBuffer): void {
    const { built } = this.#server;
    if (!built?.relays.receive(socket, frame)) built?.streams.receive(socket, frame);
  }

  override webSocketClose(socket: WebSocket): void {
    socket.close();
    const { built } = this.#server;
    if (!built?.relays.closed(socket)) built?.streams.closed(socket);
  }

  /**
   * A Worker can disconnect without notice when its client is gone. The queue's next poll, or the queue's expiry,
   * cleans up.
   */
  override webSocketError(socket: WebSocket): void {
    this.webSocketClose(socket);
  }
}
