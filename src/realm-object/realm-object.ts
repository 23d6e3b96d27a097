import type { Endpoint } from "../api/endpoint.ts";
import { withAbsent } from "../api/parameter.ts";
import type { Config } from "../config/config.ts";
import { databaseOf, FIRST_DATABASE } from "../database/databases.ts";
import { faultyStorage } from "../database/faults.ts";
import { noteFailure, probeStorage } from "../database/storage-health.ts";
import type { Feature } from "../feature.ts";
import { Log } from "../logging/log.ts";
import type { Actor } from "../protocol/actor.ts";
import { failure } from "../protocol/envelope.ts";
import { ApiError, badRequest, dataIsNewer, type ErrorShape, nonexistentSubdomain } from "../protocol/errors.ts";
import { roleRefusedHook } from "../realm/admission-hooks.ts";
import { QUEUE_TIMER } from "../realm/events/queues.ts";
import type { Realm } from "../realm/realm.ts";
import type { Misfit } from "../realm/schema.ts";
import { timerKind } from "../realm/timers.ts";
import { failureOf, isUnexpected } from "../rpc/failure-of.ts";
import {
  HELD_HEADER,
  LIMIT_HEADER,
  type PollCall,
  type PollLimit,
  PROTOCOL,
  type RealmAnswer,
  type RealmCall,
  STALE,
  type Stale,
  writePollAnswer,
} from "../rpc/realm-call.ts";
import type { LinkCall } from "../rpc/relay-frames.ts";
import { machineClock } from "../util/clock.ts";
import { machineRandom } from "../util/random.ts";
import { after, MINUTE_MS } from "../util/time.ts";
import { Admission } from "./admission.ts";
import { type BuiltRealm, foundRealm, openRealm, type Program, programOf } from "./build-realm.ts";
import { CommitBatcher } from "./commit-batcher.ts";
import { ListenerTurns, POLLS_A_TURN, STREAMS_A_TURN } from "./listener-turns.ts";
import { answerOwn, OwnAnswer } from "./own-answer.ts";
import { expireQueues, pollQueue, waitForQueue } from "./queue-polls.ts";
import { Reporter } from "./reporter.ts";
import { type ServedCall, servedCall } from "./served-call.ts";

/** Interval between checks for a new version of the program, while an object can't serve its data. */
const OUTDATED_WAIT_MS = 10 * MINUTE_MS;

/** The realm object's work: admits callers, runs endpoint steps, answers polls, and fires timers. */
export class RealmServer {
  readonly #state: DurableObjectState;
  readonly #config: Config;
  readonly #program: Program;
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #commits = new CommitBatcher();
  readonly #streamTurns = new ListenerTurns(STREAMS_A_TURN, machineRandom);
  readonly #pollTurns = new ListenerTurns(POLLS_A_TURN, machineRandom);
  #admission: Admission;
  #built: BuiltRealm | undefined;
  #reporter: Reporter | undefined;
  readonly #misfit: Misfit | undefined;

  constructor(state: DurableObjectState, program: Program) {
    const { config, features } = program;
    this.#program = program;
    this.#state = state;
    this.#config = config;
    this.#endpoints = endpointsOf(features);
    this.#admission = new Admission(config, machineClock);
    const { built, misfit } = openRealm(state, program);
    this.#built = built;
    this.#misfit = misfit;
    if (misfit !== undefined) new Log().warnOnce("data_is_newer", { ...misfit, object: String(state.id) });
    this.#begin();
  }

  get built(): BuiltRealm | undefined {
    return this.#built;
  }

  /** Runs one step of an endpoint. Returns errors as values, because exceptions would lose their fields in transit. */
  async call(call: RealmCall): Promise<RealmAnswer | Stale> {
    const answer = await this.#answer(call);
    this.#reporter?.report();
    return "stale" in answer ? answer : { ...answer, protocol: PROTOCOL, build: this.#config.build };
  }

  async #answer(asked: RealmCall): Promise<RealmAnswer | Stale> {
    const served = servedCall(asked, asked, this.#built?.realm.id);
    const { about } = served;
    const isOfAnother = asked.build !== this.#config.build;
    try {
      this.#checkFits();
      const endpoint = this.#endpoints.get(asked.route);
      if (endpoint === undefined) {
        if (isOfAnother) return STALE;
        throw badRequest("Not found");
      }
      const call = isOfAnother ? withParameters(endpoint, asked) : asked;
      if (call === undefined) return STALE;
      served.caller.isOperator = endpoint.isOperators === true;
      const realm = this.#built?.realm;
      if (realm === undefined) return this.#withoutOrganization(endpoint, call, served);
      if (endpoint.founds !== undefined) throw badRequest("This organization exists already.");
      const value = await this.#step(realm, endpoint, call, served);
      if (value instanceof OwnAnswer) {
        return { ok: true, realm: realm.id, value: value.reply, answered: true, limit: served.limit, user: about.user };
      }
      const answer = { ok: true, realm: realm.id, value, limit: served.limit, user: about.user } as const;
      const { bookmark, database } = realm.shipper;
      return call.step === "plan" ? { ...answer, bookmark, database } : answer;
    } catch (error) {
      // Probably, another version of the Worker prepared the data. The change is rolled back.
      if (isOfAnother && isUnexpected(error)) {
        served.log.failure("call_misread", error, { build: asked.build });
        return STALE;
      }
      noteFailure(asked.subdomain, error);
      return { ok: false, error: this.#failure(error, asked, served), limit: served.limit, user: about.user };
    }
  }

  #failure(error: unknown, { facts }: Pick<RealmCall, "facts">, { log }: ServedCall): Required<ErrorShape> {
    return failureOf(error, log, this.#config.logAddresses ? facts.address : undefined);
  }

  async #step(realm: Realm, endpoint: Endpoint, call: RealmCall, served: ServedCall): Promise<unknown> {
    const { params, facts, prepared, refused } = call;
    // All steps of a request count as one call.
    const isLater = call.step === "held" || (call.step === "run" && endpoint.plan !== undefined);
    let counts = call.counted !== true && !isLater;
    const context = () => {
      const actor = this.#admission.admit(realm, endpoint, call, served, counts);
      counts = false;
      if (refused) throw new ApiError(refused);
      return { realm, actor, params, request: facts, sendsFile: call.sendsFile !== false };
    };
    if (endpoint.probesStorage) await probeStorage(faultyStorage(this.#state.storage, this.#config), call.subdomain);
    const change = <T>(work: () => T): T =>
      realm.serving(served, () => realm.change(() => notingRefusals(realm, endpoint, work)));
    if (call.step === "admit") return change(() => void context());
    if (call.step === "plan" || call.step === "held") {
      const plan = change(() => endpoint.plan?.(context()));
      const answer = () => {
        const [config, env, own] = [this.#config, this.#program.env, this.#built?.own];
        const inRealm = change(() => ({ ...context(), plan }));
        return own && answerOwn(endpoint, { inRealm, own, request: facts, config, env, log: served.log });
      };
      if (call.step === "held") return answer();
      if (endpoint.kind === "query") return (await this.#caughtUp(realm, endpoint, answer)) ?? plan;
      if (endpoint.readsBulk) await realm.shipper.caughtUp();
      return plan;
    }
    const loaded =
      endpoint.messagesToLoad &&
      (await this.#built?.messageCache.load(change(() => endpoint.messagesToLoad?.(context()) ?? [])));
    try {
      return await this.#commits.run(() => change(() => endpoint.run?.({ ...context(), prepared })));
    } finally {
      loaded?.release();
    }
  }

  /**
   * Waits until D1 is up to date. If that fails or shipping was already failing, the realm answers from its own rows if
   * possible.
   */
  async #caughtUp(
    { shipper }: Realm,
    { withoutBulk }: Endpoint,
    answer: () => Promise<OwnAnswer | undefined> | undefined,
  ): Promise<OwnAnswer | undefined> {
    const caughtUp = shipper.caughtUp();
    if (withoutBulk !== undefined && shipper.isAhead) {
      // The caller doesn't wait for D1, but the call still triggers a retry.
      caughtUp.catch(() => {});
      const own = await answer();
      if (own !== undefined) return own;
    }
    try {
      await caughtUp;
      return undefined;
    } catch (error) {
      const own = withoutBulk && (await answer());
      if (own === undefined) throw error;
      return own;
    }
  }

  #checkFits(): void {
    if (this.#misfit !== undefined) throw dataIsNewer("organization", this.#misfit.program, programOf(this.#config));
  }

  /** Runs an endpoint that works without an organization. Throws for all other endpoints. */
  #withoutOrganization(
    endpoint: Endpoint,
    { subdomain, params, refused, prepared, facts }: RealmCall,
    served: ServedCall,
  ): RealmAnswer {
    const config = this.#config;
    this.#admission.count(endpoint.limited, facts, served);
    if (endpoint.founds !== undefined) {
      if (refused) throw new ApiError(refused);
      return this.#found(endpoint, subdomain, { params, prepared, request: facts }, served);
    }
    if (endpoint.absent === undefined) throw nonexistentSubdomain();
    return {
      ok: true,
      realm: 0,
      absent: true,
      limit: served.limit,
      value: endpoint.absent({ params, request: facts, config }),
    };
  }

  /** Creates the organization's tables and runs the endpoint that creates it, in one transaction. */
  #found(endpoint: Endpoint, subdomain: string, context: Record<string, unknown>, served: ServedCall): RealmAnswer {
    const { id, database } = endpoint.founds?.(context) ?? { id: 0, database: FIRST_DATABASE };
    let built: BuiltRealm | undefined;
    const value = this.#state.storage.transactionSync(() => {
      built = foundRealm(this.#state, this.#program, { id, subdomain, database });
      const { realm } = built;
      return realm.serving(served, () => realm.change(() => endpoint.run?.({ ...context, realm, actor: null })));
    });
    this.#built = built;
    this.#begin();
    return { ok: true, realm: id, limit: null, value };
  }

  /** Answers a client's poll of its event queue, at once or when something happens, or opens a stream for it. */
  async poll(call: PollCall): Promise<Response> {
    const { answer, limit, heldMs } = await this.#polled(call, pollQueue);
    const response = answer instanceof Response ? answer : failure(answer);
    if (limit !== null) response.headers.set(LIMIT_HEADER, JSON.stringify(limit));
    if (heldMs > 0) response.headers.set(HELD_HEADER, String(heldMs));
    return response;
  }

  /** Accepts the link of a relay, which holds streams for the organization. */
  link({ relay, protocol }: LinkCall): Response {
    if (this.#built === undefined || protocol !== PROTOCOL) return new Response(null, { status: 503 });
    const [client, server] = Object.values(new WebSocketPair()) as [WebSocket, WebSocket];
    this.#built.relays.accept(server, relay);
    return new Response(null, { status: 101, webSocket: client });
  }

  /**
   * Answers a poll that arrives as an RPC call. If neither body nor error is set, the poll must be sent as a request
   * instead.
   */
  async hold(call: PollCall): Promise<string> {
    const { answer, limit, heldMs } = await this.#polled(call, waitForQueue);
    const isBody = typeof answer === "string" || answer === null;
    const said = isBody ? { body: answer, error: null } : { body: null, error: answer };
    return writePollAnswer({ ...said, limit, heldMs });
  }

  async #polled<T>(
    call: PollCall,
    serve: (built: BuiltRealm, actor: Actor | null, call: PollCall) => T | Promise<T>,
  ): Promise<{ readonly answer: T | ErrorShape; readonly limit: PollLimit | null; readonly heldMs: number }> {
    const route = call.stream === true ? "GET /events/stream" : "GET /events";
    const served = servedCall(call, { route, step: "poll" }, this.#built?.realm.id);
    const serving = async () => {
      this.#checkFits();
      await (call.stream === true ? this.#streamTurns : this.#pollTurns).take();
      if (this.#built === undefined) throw nonexistentSubdomain();
      // Assistants can't open streams. Their polls only reveal that something happened.
      const asked =
        call.stream === true
          ? ({ by: "user", outside: true } as const)
          : ({ by: "user", outside: true, scope: "read" } as const);
      const actor = this.#admission.admit(this.#built.realm, asked, call, served, call.counted !== true);
      if (call.refused) throw new ApiError(call.refused);
      const { credentials } = call;
      // The credentials are stored with the poll or stream, because they may become invalid while it waits.
      return serve(this.#built, actor, { ...call, credentials: credentials && { ...credentials, ip: call.facts.ip } });
    };
    const answer = await serving().catch((error: unknown) => {
      noteFailure(call.subdomain, error);
      return this.#failure(error, call, served);
    });
    this.#reporter?.report();
    const { realm, user } = served.about;
    const limit = served.limit && { ...served.limit, realm, user };
    return { answer, limit, heldMs: this.#built?.listeners.heldMs ?? 0 };
  }

  /** Fires the timers that are due. If one fails, the others still fire, and it fires again a minute later. */
  async alarm(): Promise<void> {
    const realm = this.#built?.realm;
    // Keeps the alarm set until the object runs a version that can fire the due timers. Otherwise, they would wait for
    // the next request.
    if (this.#misfit !== undefined) return this.#state.storage.setAlarm(machineClock.milliseconds() + OUTDATED_WAIT_MS);
    if (realm === undefined) return;
    for (const timer of realm.timers.due()) {
      if (!realm.timers.isStillDue(timer)) continue;
      try {
        await this.#fire(realm, timer.name);
      } catch (error) {
        noteFailure(realm.identity.subdomain, error);
        realm.log.failure("timer_failed", error, { timer: timer.name });
        realm.timers.set(timer.name, after(realm.clock.milliseconds(), MINUTE_MS));
      }
      realm.timers.settle(timer);
    }
    realm.timers.arm();
    this.#reporter?.worked();
  }

  async #fire(realm: Realm, name: string): Promise<void> {
    if (name === realm.shipper.timer) return realm.shipper.retry();
    if (name === realm.mover.timer) return realm.mover.work();
    if (name === realm.outbox.timer) {
      return realm.outbox.work((event, error, job) => realm.log.failure(event, error, job));
    }
    if (name === QUEUE_TIMER) return this.#built && expireQueues(this.#built);
    const kind = timerKind(name);
    const handler = this.#program.features.find((feature) => feature.timers?.[kind])?.timers?.[kind];
    if (handler === undefined) throw new Error(`no timer ${kind}`);
    realm.change(() => handler({ realm }, name));
  }

  #begin(): void {
    const built = this.#built;
    if (built === undefined) return;
    const { clock, log, outbox, shipper, timers } = built.realm;
    this.#admission = new Admission(this.#config, clock);
    for (const kind of timers.unknown) log.warnOnce("timer_unknown", { timer: kind });
    for (const job of outbox.unknown) log.warnOnce("job_unknown", { job });
    outbox.resume();
    void timers.resume().catch((error: unknown) => log.failure("alarm_not_set", error));
    const reporter = new Reporter(built, this.#config, databaseOf(this.#program.env));
    this.#reporter = reporter;
    shipper.onEnd = () => reporter.shipped();
    shipper.begin();
  }
}

/** Adds parameters that a caller of another version doesn't send. Returns undefined if a required one is missing. */
function withParameters({ params: declared }: Endpoint, call: RealmCall): RealmCall | undefined {
  if (call.refused || call.step === "admit") return call;
  const params = withAbsent(declared, call.params);
  return params && { ...call, params };
}

function endpointsOf(features: readonly Feature[]): Map<string, Endpoint> {
  return new Map(features.flatMap(({ endpoints = [] }) => endpoints.map((endpoint) => [endpoint.route, endpoint])));
}

/** Runs part of an endpoint's work. If it is refused because of the caller's role, notifies the features. */
function notingRefusals<T>(realm: Realm, { route }: Endpoint, work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof ApiError && error.code === "UNAUTHORIZED_PRINCIPAL") realm.run(roleRefusedHook, route);
    throw error;
  }
}
