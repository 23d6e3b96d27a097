import type { Config } from "../config/config.ts";
import type { Counted, Endpoint } from "../endpoints/endpoint.ts";
import { type Actor, isOwner } from "../protocol/actor.ts";
import {
  ApiError,
  csrfFailed,
  insufficientScope,
  notForAssistants,
  notLoggedIn,
  realmDeactivated,
  realmImporting,
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
  resumeSessionHook,
} from "../realm/admission-hooks.ts";
import type { Realm } from "../realm/realm.ts";
import type { Credentials, RunCredentials } from "../rpc/credentials.ts";
import type { RequestFacts } from "../rpc/request-facts.ts";
import type { Clock } from "../util/clock.ts";
import { RateLimiter } from "../util/rate-limiter.ts";
import { admit } from "./admit-caller.ts";
import { type Caller, countCall } from "./call-limits.ts";
import type { ServedCall } from "./served-call.ts";

/** A caller, and the call that it wants to make. */
interface Applicant {
  readonly credentials: Credentials | RunCredentials | null;
  readonly facts: Pick<RequestFacts, "address" | "ip">;
}

type Rules = Pick<Endpoint, "by" | "scope" | "limited" | "evenDeactivated" | "duringSetup">;

/** Decides who may call an endpoint, and how often. */
export class Admission {
  readonly #limiter: RateLimiter;

  constructor(
    private readonly config: Pick<Config, "rateLimits">,
    clock: Clock,
  ) {
    this.#limiter = new RateLimiter(clock);
  }

  /** The caller's account, or null where none is needed; throws where the endpoint is not for the caller. */
  admit(realm: Realm, endpoint: Rules, applicant: Applicant, served: ServedCall, counts: boolean): Actor | null {
    const actor = this.#identify(realm, endpoint, applicant, served, counts);
    served.about.user = actor?.user_id;
    served.caller.actor = actor;
    const caller = actor === null ? applicant.facts : { account: actor.user_id };
    if (counts) this.count(endpoint.limited, caller, served);
    checkScope(endpoint, actor);
    admit(endpoint.by, actor, () => realm.ask(admitsSpectatorsHook));
    return actor;
  }

  /** Counts a call against the caller's rate limit. */
  count(limited: Counted | false | undefined, caller: Caller, served: Pick<ServedCall, "limit">): void {
    if (limited === false || !this.config.rateLimits) return;
    countCall(this.#limiter, limited ?? "calls", caller, (limit) => {
      served.limit = limit;
    });
  }

  /** A refusal is counted too, by the caller's address: finding out has taken time. */
  #identify(
    realm: Realm,
    { by, evenDeactivated, duringSetup }: Rules,
    { credentials, facts }: Applicant,
    served: ServedCall,
    counts: boolean,
  ): Actor | null {
    try {
      if (!evenDeactivated && realm.ask(isDeactivatedHook)) throw realmDeactivated();
      if (by === "anyone") return null;
      if (credentials !== null) {
        return checkImport(
          realm,
          checkSetup(authenticate(realm, { ...credentials, ip: facts.ip }), duringSetup === true),
        );
      }
      if (by === "spectator") return checkImport(realm, null);
      throw notLoggedIn();
    } catch (error) {
      if (counts && error instanceof ApiError) this.count("refusals", facts, served);
      throw error;
    }
  }
}

/** Refuses everything else to people who still have to set up a passkey or a second factor. */
function checkSetup(actor: Actor, duringSetup: boolean): Actor {
  if (actor.owes_setup === true && !duringSetup) throw secondFactorSetupRequired();
  return actor;
}

/** An assistant calls what its person has allowed it, of the endpoints that are for assistants at all. */
function checkScope({ scope }: Rules, actor: Actor | null): void {
  if (actor?.grant === undefined) return;
  if (scope === undefined) throw notForAssistants();
  if (scope !== "any" && !actor.grant.scopes.has(scope)) throw insufficientScope(scope);
}

/** While an organization is imported, it would show others half of what it will be. */
function checkImport<Someone extends Actor | null>(realm: Realm, actor: Someone): Someone {
  if ((actor === null || !isOwner(actor)) && realm.ask(isImportingHook)) throw realmImporting();
  return actor;
}

function authenticate(realm: Realm, credentials: Credentials | RunCredentials): Actor {
  // It comes from no network address.
  if (credentials.by === "run") return realm.ask(authenticateRunHook, credentials);
  const actor = accountOf(realm, credentials);
  realm.run(beforeAdmissionHook, actor, credentials.ip);
  if (credentials.by === "session" && credentials.doubt !== null) throw csrfFailed(credentials.doubt);
  return actor;
}

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

/** The reason why credentials that were good once, from the same address, are refused now; undefined where they still are. */
export function whyLoggedOut(realm: Realm, credentials: Credentials): ApiError | undefined {
  try {
    if (realm.ask(isDeactivatedHook)) return realmDeactivated();
    authenticate(realm, credentials);
    return undefined;
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
}
