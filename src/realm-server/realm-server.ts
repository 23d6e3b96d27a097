import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import { faultyStorage } from "../database/faults.ts";
import { noteFailure, probeStorage } from "../database/storage-health.ts";
import type { Endpoint } from "../endpoints/endpoint.ts";
import type { Feature } from "../feature.ts";
import { Log } from "../logging/log.ts";
import type { Actor } from "../protocol/actor.ts";
import { failure } from "../protocol/envelope.ts";
import {
  ApiError,
  badEventQueueId,
  badRequest,
  csrfFailed,
  dataIsNewer,
  nonexistentSubdomain,
  notLoggedIn,
  realmDeactivated,
} from "../protocol/errors.ts";
import {
  admitsSpectatorsHook,
  authenticateKeyHook,
  isDeactivatedHook,
  resumeSessionHook,
} from "../realm/admission-hooks.ts";
import { endOf, eventOf, QUEUE_TIMER, type Queue } from "../realm/events/queues.ts";
import type { Realm } from "../realm/realm.ts";
import type { Misfit } from "../realm/schema.ts";
import { kindOf } from "../realm/timers.ts";
import type { Credentials } from "../rpc/credentials.ts";
import { failureOf, isUnexpected } from "../rpc/failure-of.ts";
import {
  LIMIT_HEADER,
  type PollCall,
  PROTOCOL,
  type RealmAnswer,
  type RealmCall,
  STALE,
  type Stale,
} from "../rpc/realm-call.ts";
import { machineClock } from "../util/clock.ts";
import { RateLimiter } from "../util/rate-limiter.ts";
import { after, MINUTE_MS, type Milliseconds, milliseconds } from "../util/time.ts";
import { admit } from "./admit-caller.ts";
import { type BuiltRealm, foundRealm, openRealm, programOf } from "./build-realm.ts";
import { type Caller, countCall } from "./call-limits.ts";
import { CommitBatcher } from "./commit-batcher.ts";
import { type ServedCall, servedCall } from "./served-call.ts";

/** What the Durable Object does with the features: it admits callers, and runs their changes one after the other. */
export class RealmServer {
  readonly #state: DurableObjectState;
  readonly #env: Env;
  readonly #config: Config;
  readonly #features: readonly Feature[];
  readonly #endpoints: ReadonlyMap<string, Endpoint>;
  readonly #commits = new CommitBatcher();
  #limiter = new RateLimiter(machineClock);
  #built: BuiltRealm | undefined;
  readonly #misfit: Misfit | undefined;

  constructor(state: DurableObjectState, env: Env, config: Config, features: readonly Feature[]) {
    this.#state = state;
    this.#env = env;
    this.#config = config;
    this.#features = features;
    this.#endpoints = endpointsOf(features);
    const { built, misfit } = openRealm(state, env, config, features);
    this.#built = built;
    this.#misfit = misfit;
    if (misfit !== undefined) new Log().warnOnce("data_is_newer", { ...misfit, object: String(state.id) });
    this.#begin();
  }

  get built(): BuiltRealm | undefined {
    return this.#built;
  }

  /** One step of one endpoint. Errors are values here: they cross to the Worker whole. */
  async call(call: RealmCall): Promise<RealmAnswer | Stale> {
    const answer = await this.#answer(call);
    return "stale" in answer ? answer : { ...answer, protocol: PROTOCOL, build: this.#config.build };
  }

  async #answer(call: RealmCall): Promise<RealmAnswer | Stale> {
    const served = servedCall(call, call, this.#built?.realm.id);
    const { about } = served;
    const isOfAnother = call.build !== this.#config.build;
    try {
      this.#checkFits();
      const endpoint = this.#endpoints.get(call.route);
      if (endpoint === undefined) {
        if (isOfAnother) return STALE;
        throw badRequest("Not found");
      }
      const realm = this.#built?.realm;
      if (realm === undefined) return this.#withoutOrganization(endpoint, call, served);
      if (endpoint.founds !== undefined) throw badRequest("This organization exists already.");
      const value = await this.#step(realm, endpoint, call, served);
      return { ok: true, realm: realm.id, value, limit: served.limit, user: about.user };
    } catch (error) {
      // The change is undone, and what another program has prepared for it is the likely cause.
      if (isOfAnother && isUnexpected(error)) {
        served.log.failure("call_misread", error, { build: call.build });
        return STALE;
      }
      noteFailure(call.subdomain, error);
      return { ok: false, error: failureOf(error, served.log), limit: served.limit, user: about.user };
    }
  }

  async #step(realm: Realm, endpoint: Endpoint, call: RealmCall, served: ServedCall): Promise<unknown> {
    const { params, facts, prepared, refused } = call;
    // A request is one call, however many looks the realm takes at it.
    let counts = call.counted !== true && !(call.step === "run" && endpoint.plan !== undefined);
    const context = () => {
      const actor = this.#admit(realm, endpoint, call, counts, served);
      counts = false;
      if (refused) throw new ApiError(refused);
      return { realm, actor, params, request: facts, sendsFile: call.sendsFile !== false };
    };
    if (endpoint.probesStorage) await probeStorage(faultyStorage(this.#state.storage, this.#config), call.subdomain);
    const change = <T>(work: () => T): T => realm.logging(served.log, () => realm.change(work));
    if (call.step === "admit") return change(() => void context());
    if (call.step === "plan") {
      const plan = change(() => endpoint.plan?.(context()));
      if (endpoint.kind === "query" || endpoint.readsBulk) await realm.shipper.caughtUp();
      return plan;
    }
    const pins =
      endpoint.messagesToLoad &&
      (await this.#built?.messageCache.load(change(() => endpoint.messagesToLoad?.(context()) ?? [])));
    try {
      return await this.#commits.run(() => change(() => endpoint.run?.({ ...context(), prepared })));
    } finally {
      pins?.release();
    }
  }

  #checkFits(): void {
    if (this.#misfit !== undefined) throw dataIsNewer("organization", this.#misfit.program, programOf(this.#config));
  }

  /** Who calls, if this endpoint is for them and they have not called too often. */
  #admit(
    realm: Realm,
    endpoint: Pick<Endpoint, "by" | "limited" | "always">,
    { credentials, facts }: Pick<RealmCall, "credentials" | "facts">,
    counts: boolean,
    served: ServedCall,
  ): Actor | null {
    const actor = this.#callerOf(realm, endpoint, { credentials, facts }, counts, served);
    served.about.user = actor?.user_id;
    if (counts) this.#count(endpoint, actor === null ? facts : { account: actor.user_id }, served);
    admit(endpoint.by, actor, () => realm.collect(admitsSpectatorsHook).some(Boolean));
    return actor;
  }

  /** The account that asks. Who is none, or is not let in, has cost a look nevertheless, and is counted by the address. */
  #callerOf(
    realm: Realm,
    endpoint: Pick<Endpoint, "by" | "always">,
    { credentials, facts }: Pick<RealmCall, "credentials" | "facts">,
    counts: boolean,
    served: Pick<ServedCall, "limit">,
  ): Actor | null {
    try {
      if (!endpoint.always && realm.collect(isDeactivatedHook).some(Boolean)) throw realmDeactivated();
      return endpoint.by === "anyone" ? null : this.#authenticate(realm, endpoint, credentials);
    } catch (error) {
      if (counts && error instanceof ApiError) this.#count({ limited: "refusals" }, facts, served);
      throw error;
    }
  }

  #count({ limited = "calls" }: { limited?: Endpoint["limited"] }, caller: Caller, served: Pick<ServedCall, "limit">) {
    if (limited === false || !this.#config.rateLimits) return;
    countCall(this.#limiter, limited, caller, (limit) => {
      served.limit = limit;
    });
  }

  #authenticate(realm: Realm, endpoint: Pick<Endpoint, "by">, credentials: Credentials | null): Actor | null {
    if (credentials === null) {
      if (endpoint.by === "spectator") return null;
      throw notLoggedIn();
    }
    const [actor] =
      credentials.by === "key"
        ? realm.collect(authenticateKeyHook, credentials)
        : realm.collect(resumeSessionHook, credentials);
    if (actor === undefined) throw notLoggedIn();
    if (credentials.by === "session" && credentials.doubt !== null) throw csrfFailed(credentials.doubt);
    return actor;
  }

  /** On a host without an organization only a few endpoints answer. */
  #withoutOrganization(
    endpoint: Endpoint,
    { subdomain, params, refused, prepared, facts }: RealmCall,
    served: Pick<ServedCall, "limit">,
  ): RealmAnswer {
    const config = this.#config;
    this.#count(endpoint, facts, served);
    if (endpoint.founds !== undefined) {
      if (refused) throw new ApiError(refused);
      return this.#found(endpoint, subdomain, { params, prepared, request: facts });
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

  /** Makes the organization, its tables and all, in one transaction. */
  #found(endpoint: Endpoint, subdomain: string, context: Record<string, unknown>): RealmAnswer {
    const id = endpoint.founds?.(context) ?? 0;
    let built: BuiltRealm | undefined;
    const value = this.#state.storage.transactionSync(() => {
      built = foundRealm(this.#state, this.#env, this.#config, this.#features, { id, subdomain });
      const { realm } = built;
      return realm.change(() => endpoint.run?.({ ...context, realm, actor: null }));
    });
    this.#built = built;
    this.#begin();
    return { ok: true, realm: id, limit: null, value };
  }

  /** A poll of an event queue: answered, held, or given a socket to wait on. */
  async poll(call: PollCall): Promise<Response> {
    const { credentials, queue_id, last_event_id, dont_block, refused, facts } = call;
    const served = servedCall(call, { route: "GET /events", step: "poll" }, this.#built?.realm.id);
    const answer = async () => {
      this.#checkFits();
      const built = this.#built;
      if (built === undefined) throw nonexistentSubdomain();
      const { realm, longPolls } = built;
      const actor = this.#admit(realm, { by: "user" }, { credentials, facts }, true, served);
      if (refused) throw new ApiError(refused);
      const queue = realm.queues.byId(queue_id);
      if (queue === undefined || queue.user_id !== actor?.user_id) throw badEventQueueId(queue_id, facts.client);
      if (this.#isOver(built, queue)) {
        realm.change(() => realm.endQueue(queue));
        throw badEventQueueId(queue_id, facts.client);
      }
      const upTo = eventOf(queue, last_event_id);
      if (upTo < queue.acknowledged) {
        throw badRequest(`An event newer than ${last_event_id} has already been pruned!`);
      }
      if (upTo > realm.lastEventId) throw badRequest(`Event ${last_event_id} was not in this queue`);
      realm.queues.acknowledge(queue, upTo);
      return longPolls.poll(queue, dont_block);
    };
    const response = await answer().catch((error: unknown) => {
      noteFailure(call.subdomain, error);
      return failure(failureOf(error, served.log));
    });
    const { realm, user } = served.about;
    const limit = served.limit && { ...served.limit, realm, user };
    if (limit !== null) response.headers.set(LIMIT_HEADER, JSON.stringify(limit));
    return response;
  }

  /** The alarm: whatever is due, each on its own, so that one that fails does not stop the others. */
  async alarm(): Promise<void> {
    const realm = this.#built?.realm;
    if (realm === undefined) return;
    for (const timer of realm.timers.due()) {
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
  }

  async #fire(realm: Realm, name: string): Promise<void> {
    if (name === realm.shipper.timer) return realm.shipper.retry();
    if (name === realm.outbox.timer) {
      return realm.outbox.work((event, error, job) => realm.log.failure(event, error, job));
    }
    if (name === QUEUE_TIMER) return this.#expireQueues();
    const kind = kindOf(name);
    const handler = this.#features.find((feature) => feature.timers?.[kind])?.timers?.[kind];
    if (handler === undefined) throw new Error(`no timer ${kind}`);
    realm.change(() => handler({ realm }, name));
  }

  #begin(): void {
    const built = this.#built;
    if (built === undefined) return;
    const { clock, log, outbox, shipper, timers } = built.realm;
    this.#limiter = new RateLimiter(clock);
    for (const kind of timers.unknown) log.warnOnce("timer_unknown", { timer: kind });
    for (const job of outbox.unknown) log.warnOnce("job_unknown", { job });
    outbox.resume();
    void timers.resume().catch((error: unknown) => log.failure("alarm_not_set", error));
    shipper.begin();
  }

  /** Whether no poll has come for a queue's lifespan. One that is waited on lives, however short that is. */
  #isOver({ realm, longPolls }: BuiltRealm, queue: Queue): boolean {
    return endOf(queue) <= realm.clock.milliseconds() && !longPolls.isWaiting(queue);
  }

  /** Ends the queues that no poll has come for. */
  #expireQueues(): void {
    const built = this.#built;
    if (built === undefined) return;
    const { realm } = built;
    const now = realm.clock.milliseconds();
    realm.change(() => {
      let next: Milliseconds | null = null;
      for (const queue of [...realm.queues.all()]) {
        if (this.#isOver(built, queue)) {
          realm.endQueue(queue);
          continue;
        }
        const end = milliseconds(Math.max(after(now, queue.lifespan), endOf(queue)));
        if (next === null || end < next) next = end;
      }
      if (next !== null) realm.timers.set(QUEUE_TIMER, next);
    });
    realm.queues.sweep();
  }
}

function endpointsOf(features: readonly Feature[]): Map<string, Endpoint> {
  return new Map(features.flatMap(({ endpoints = [] }) => endpoints.map((endpoint) => [endpoint.route, endpoint])));
}
