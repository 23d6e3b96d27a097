import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { ObjectLocation, Region } from "../config/object-location.ts";
import { noteFailure } from "../database/storage-health.ts";
import { databaseFailure } from "../database/store-failure.ts";
import type { Log } from "../logging/log.ts";
import { type ApiError, realmUnavailable } from "../protocol/errors.ts";
import { objectStub } from "../rpc/object-stub.ts";
import {
  type EarlierState,
  type EraseResult,
  type PollCall,
  PROTOCOL,
  type PutBack,
  type RealmAnswer,
  type RealmCall,
  readAnswer,
  type Stale,
  type Version,
} from "../rpc/realm-call.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";

/** RPC interface of a subdomain's realm object. */
export interface RealmPort {
  call(call: RealmCall): Promise<RealmAnswer | Stale>;
  fetch(url: string, init: RequestInit): Promise<Response>;
  hold(call: PollCall): Promise<string | Stale>;
  putBack(wanted: EarlierState): Promise<PutBack>;
  erase(): Promise<EraseResult>;
}

interface Question {
  readonly env: Pick<Env, "REALM">;
  readonly config: Pick<Config, "place">;
  readonly subdomain: string;
  /** Whether the call is idempotent. Other calls are retried only if the realm did nothing. */
  readonly isRepeatable: boolean;
  /**
   * For a waiting poll: period in milliseconds over which retries are spread after the object was lost, because all
   * waiting polls were cut off at once.
   */
  readonly spreadMs?: number;
  /** Region for the object if it is created now, instead of the deployment's. */
  readonly region?: Region | undefined;
  readonly log: Log;
}

/** Why a call got no response. */
type Trouble =
  /** The object runs another version of the program, doesn't support the call, and did nothing. */
  | { readonly kind: "stale" }
  /** The object restarted or can't be reached. The call may or may not have taken effect. */
  | { readonly kind: "lost"; readonly error: unknown }
  | { readonly kind: "overloaded"; readonly error: unknown };

const MAX_ATTEMPTS = 4;

const machine = { random: machineRandom, wait: (ms: number) => scheduler.wait(ms) };

/** Calls an organization's object, and retries if a deploy or a restart interrupts the call. */
export async function askRealm<T extends object>(
  { env, config: { place }, subdomain, isRepeatable, spreadMs, region, log }: Question,
  ask: (realm: RealmPort) => Promise<T | Stale>,
  { random, wait }: { readonly random: Random; wait(ms: number): Promise<unknown> } = machine,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    let trouble: Trouble;
    try {
      // A stub that failed stays broken, so each attempt gets a new one.
      const answer = await ask(realmStub(env, subdomain, { ...place, region: region ?? place.region }));
      if (!isStale(answer)) {
        if (tries > 1) log.info("realm_asked_again", { tries });
        return answer;
      }
      trouble = { kind: "stale" };
    } catch (error) {
      const known = troubleOf(error);
      if (known === undefined) {
        noteFailure(subdomain, error);
        throw error;
      }
      trouble = known;
    }
    const mayRepeat = trouble.kind === "stale" || (trouble.kind === "lost" && isRepeatable);
    if (!mayRepeat || tries === MAX_ATTEMPTS) {
      // An object that can't write its storage is evicted and can't report this itself.
      if (trouble.kind === "lost") noteFailure(subdomain, trouble.error);
      throw refusal(trouble, random);
    }
    const isSpread = trouble.kind === "lost" && tries === 1 && spreadMs !== undefined;
    await wait(isSpread ? spreadMs * fractionOf(random) : pause(trouble.kind, tries, random));
  }
}

const isStale = <T extends object>(answer: T | Stale): answer is Stale => "stale" in answer && answer.stale === true;

/** Fields of a call without credentials and parameters. */
export const nothingSent = { credentials: null, params: {}, refused: null, prepared: undefined } as const;

export const callRealm = (
  {
    config,
    env,
    log,
    region,
  }: Pick<Question, "env" | "log" | "region"> & { readonly config: Pick<Config, "build" | "place"> },
  isRepeatable: boolean,
  call: Omit<RealmCall, keyof Version>,
): Promise<RealmAnswer> =>
  askRealm({ config, env, log, region, subdomain: call.subdomain, isRepeatable }, async (realm) =>
    readAnswer(await realm.call({ protocol: PROTOCOL, build: config.build, ...call })),
  );

const realmStub = ({ REALM }: Pick<Env, "REALM">, subdomain: string, place: ObjectLocation): RealmPort =>
  // The generated type of an RPC stub can't express `unknown`, the type of parameters and replies here.
  objectStub(REALM, subdomain === "" ? "." : subdomain, place) as RealmPort;

/**
 * Classifies an error by the properties that Cloudflare sets on its own errors. Returns undefined for any other error.
 */
function troubleOf(error: unknown): Trouble | undefined {
  const { overloaded, retryable, durableObjectReset } = error as Record<string, unknown>;
  if (overloaded === true) return { kind: "overloaded", error };
  if (retryable === true || durableObjectReset === true) return { kind: "lost", error };
  return undefined;
}

/**
 * Returns the milliseconds to wait before a retry. Random, so that requests that were cut off at once aren't retried at
 * once.
 */
const pause = (kind: "stale" | "lost" | "overloaded", tries: number, random: Random): number =>
  kind === "stale" ? 200 + 800 * fractionOf(random) : (100 + 200 * fractionOf(random)) * tries;

function refusal(trouble: Trouble, random: Random): ApiError {
  switch (trouble.kind) {
    case "stale":
      return realmUnavailable("The server is being updated. Try again.", 1 + 4 * fractionOf(random));
    case "lost": {
      const failure = databaseFailure(trouble.error);
      if (failure !== undefined) return realmUnavailable(failure.message, 30, trouble.error);
      return realmUnavailable(
        "The connection to the organization was lost. What you asked for might have been done. Try again.",
        1 + 4 * fractionOf(random),
        trouble.error,
      );
    }
    case "overloaded":
      return realmUnavailable(
        "The organization has too much to do right now. Try again later.",
        5 + 10 * fractionOf(random),
        trouble.error,
      );
    default:
      return trouble satisfies never;
  }
}
