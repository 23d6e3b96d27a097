import type { Endpoint, RateLimitKind } from "../api/endpoint.ts";
import type { Config } from "../config/config.ts";
import { type Actor, isOwner } from "../protocol/actor.ts";
import {
  ApiError,
  csrfFailed,
  insufficientScope,
  notForAssistants,
  notForPeopleOutside,
  notLoggedIn,
  rateLimitHit,
  realmDeactivated,
  realmImporting,
  refusalOf,
  secondFactorSetupRequired,
} from "../protocol/errors.ts";
import {
  admitsSpectatorsHook,
  authenticateGrantHook,
  authenticateKeyHook,
  authenticateRunHook,
  beforeAdmissionHook,
  isDeactivatedHook,
  isImportingHook,
  isOutsideHook,
  resumeSessionHook,
} from "../realm/admission-hooks.ts";
import type { Realm } from "../realm/realm.ts";
import type { Credentials, RunCredentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { Clock } from "../util/clock.ts";
import { type Limit, RateLimiter } from "../util/rate-limiter.ts";
import { inSeconds, MINUTE_MS } from "../util/time.ts";
import { admit } from "./admit-caller.ts";
import type { ServedCall } from "./served-call.ts";

const perMinute = (most: number): Limit => ({ most, perMs: MINUTE_MS });

/** Rate limits per account, and per address for all callers without an account (conventions.md 6). */
const LIMITS = {
  calls: { account: perMinute(200), address: perMinute(100) },
  files: { account: perMinute(1000), address: perMinute(1000) },
  assistants: { account: perMinute(200), address: perMinute(100) },
  // Each call can occupy a paid machine for a minute.
  transcripts: { account: perMinute(4), address: perMinute(4) },
  refusals: { account: perMinute(100), address: perMinute(100) },
} as const satisfies Record<RateLimitKind, unknown>;

type Caller = { readonly account: number } | { readonly address: string };

interface Applicant {
  readonly credentials: Credentials | RunCredentials | null;
  readonly facts: Pick<RequestFacts, "address" | "ip">;
}

type Rules = Pick<
  Endpoint,
  "by" | "scope" | "outside" | "limited" | "evenDeactivated" | "duringSetup" | "fromAnyNetwork"
>;

/** Decides who can call an endpoint, and limits the rate of calls. */
export class Admission {
  readonly #limiter: RateLimiter;

  constructor(
    private readonly config: Pick<Config, "rateLimits">,
    clock: Clock,
  ) {
    this.#limiter = new RateLimiter(clock);
  }

  /**
   * Returns the caller's account, or null if none is needed. Throws if the caller isn't allowed to use the endpoint.
   */
  admit(realm: Realm, endpoint: Rules, applicant: Applicant, served: ServedCall, counts: boolean): Actor | null {
    const actor = this.#identify(realm, endpoint, applicant, served, counts);
    served.about.user = actor?.user_id;
    served.caller.actor = actor;
    const caller = actor === null ? applicant.facts : { account: actor.user_id };
    if (counts) this.count(endpoint.limited, caller, served);
    checkScope(endpoint, actor);
    if (actor?.outside === true && endpoint.outside !== true) throw notForPeopleOutside();
    admit(endpoint.by, actor, () => realm.ask(admitsSpectatorsHook));
    return actor;
  }

  /** Counts a call, and records the number of remaining ones. Throws if there were too many. */
  count(limited: RateLimitKind | false | undefined, caller: Caller, served: Pick<ServedCall, "limit">): void {
    if (limited === false || !this.config.rateLimits) return;
    const kind = limited ?? "calls";
    const limit =
      "account" in caller
        ? this.#limiter.take(`${kind} of account ${caller.account}`, LIMITS[kind].account)
        : this.#limiter.take(`${kind} from ${caller.address}`, LIMITS[kind].address);
    served.limit = limit;
    if (limit.retryMs > 0) throw rateLimitHit(inSeconds(limit.retryMs));
  }

  /** Authentication takes time, so rejected attempts also count, against the caller's address. */
  #identify(
    realm: Realm,
    { by, evenDeactivated, duringSetup, fromAnyNetwork }: Rules,
    { credentials, facts }: Applicant,
    served: ServedCall,
    counts: boolean,
  ): Actor | null {
    try {
      if (!evenDeactivated && realm.ask(isDeactivatedHook)) throw realmDeactivated();
      if (by === "anyone") return null;
      if (credentials !== null) {
        const actor = authenticate(realm, { ...credentials, ip: facts.ip }, fromAnyNetwork === true);
        return checkImport(realm, checkSetup(actor, duringSetup === true));
      }
      if (by === "spectator") return checkImport(realm, null);
      throw notLoggedIn();
    } catch (error) {
      if (counts && error instanceof ApiError) this.count("refusals", facts, served);
      throw error;
    }
  }
}

/** Throws for users who must first set up a passkey or a second factor, unless the endpoint is part of the setup. */
function checkSetup(actor: Actor, duringSetup: boolean): Actor {
  if (actor.owes_setup === true && !duringSetup) throw secondFactorSetupRequired();
  return actor;
}

/** Throws if an assistant calls an endpoint that isn't open to assistants, or that its user hasn't allowed. */
function checkScope({ scope }: Rules, actor: Actor | null): void {
  if (actor?.grant === undefined) return;
  if (scope === undefined) throw notForAssistants();
  if (scope !== "any" && !actor.grant.scopes.has(scope)) throw insufficientScope(scope);
}

/** During an import, only owners are admitted, because others would see a half-imported organization. */
function checkImport<Someone extends Actor | null>(realm: Realm, actor: Someone): Someone {
  if ((actor === null || !isOwner(actor)) && realm.ask(isImportingHook)) throw realmImporting();
  return actor;
}

function authenticate(realm: Realm, credentials: Credentials | RunCredentials, fromAnyNetwork = false): Actor {
  // A bot script's run has no network address.
  if (credentials.by === "run") return realm.ask(authenticateRunHook, credentials);
  const actor = withOutside(realm, accountOf(realm, credentials));
  if (!fromAnyNetwork) realm.run(beforeAdmissionHook, actor, credentials.ip);
  if (credentials.by === "session" && credentials.doubt !== null) throw csrfFailed(credentials.doubt);
  return actor;
}

const OUTSIDE = { outside: true } as const;

const withOutside = (realm: Realm, actor: Actor): Actor =>
  realm.collect(isOutsideHook, actor.user_id).some(Boolean) ? { ...actor, ...OUTSIDE } : actor;

const AS_ASSISTANT = { asksAsAssistant: true } as const;

function accountOf(realm: Realm, credentials: Credentials): Actor {
  switch (credentials.by) {
    case "key":
      return { ...realm.ask(authenticateKeyHook, credentials), ...(credentials.asksAsAssistant && AS_ASSISTANT) };
    case "session":
      return realm.ask(resumeSessionHook, credentials);
    case "grant":
      return realm.ask(authenticateGrantHook, credentials);
    default:
      return credentials satisfies never;
  }
}

/**
 * Returns why credentials that were once valid from this address are now rejected, or undefined if they are still
 * valid.
 */
export function whyLoggedOut(realm: Realm, credentials: Credentials): ApiError | undefined {
  return refusalOf(() => {
    if (realm.ask(isDeactivatedHook)) throw realmDeactivated();
    authenticate(realm, credentials);
  });
}
