import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import { noteFailure } from "../database/storage-health.ts";
import { databaseFailure } from "../database/store-failure.ts";
import type { Log } from "../logging/log.ts";
import { type ApiError, realmUnavailable } from "../protocol/errors.ts";
import { PROTOCOL, type RealmAnswer, type RealmCall, readAnswer, type Stale, type Version } from "../rpc/realm-call.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";

/** The realm object of a subdomain, as the Worker speaks to it. */
export interface RealmPort {
  call(call: RealmCall): Promise<RealmAnswer | Stale>;
  fetch(url: string, init: RequestInit): Promise<Response>;
}

interface Question {
  readonly env: Pick<Env, "REALM">;
  readonly subdomain: string;
  /** Whether asking twice has the effect of asking once; any other question is repeated only if the realm has done nothing. */
  readonly isRepeatable: boolean;
  readonly log: Log;
}

type Outcome<T> =
  | { readonly kind: "answered"; readonly answer: T }
  /** The object is of another version of the program, does not understand the question, and has done nothing. */
  | { readonly kind: "stale" }
  /** The object has restarted or cannot be reached: it may have done what it was asked, or not. */
  | { readonly kind: "lost"; readonly error: unknown }
  | { readonly kind: "overloaded"; readonly error: unknown };

const MOST_TRIES = 4;

const machine = { random: machineRandom, wait: (ms: number) => scheduler.wait(ms) };

/** Asks an organization's object, and asks again where a deploy or a restart interrupts. */
export async function askRealm<T extends object>(
  { env, subdomain, isRepeatable, log }: Question,
  ask: (realm: RealmPort) => Promise<T | Stale>,
  { random, wait }: { readonly random: Random; wait(ms: number): Promise<unknown> } = machine,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    // A stub that has failed stays broken: each try takes a new one.
    const outcome = await tried(() => ask(realmStub(env, subdomain))).catch((error: unknown) => {
      // An object that cannot store something is taken out of memory, and cannot say so itself.
      noteFailure(subdomain, error);
      throw error;
    });
    if (outcome.kind === "answered") {
      if (tries > 1) log.info("realm_asked_again", { tries });
      return outcome.answer;
    }
    const mayRepeat = outcome.kind === "stale" || (outcome.kind === "lost" && isRepeatable);
    if (mayRepeat && tries < MOST_TRIES) {
      await wait(pause(outcome.kind, tries, random));
      continue;
    }
    if (outcome.kind === "lost") noteFailure(subdomain, outcome.error);
    throw refusal(outcome, random);
  }
}

/** The fields of a call without credentials and parameters. */
export const nothingSent = { credentials: null, params: {}, refused: null, prepared: undefined } as const;

/** Runs one step of an endpoint in an organization's object. */
export const callRealm = (
  { config, env, log }: Pick<Question, "env" | "log"> & { readonly config: Pick<Config, "build"> },
  isRepeatable: boolean,
  call: Omit<RealmCall, keyof Version>,
): Promise<RealmAnswer> =>
  askRealm({ env, log, subdomain: call.subdomain, isRepeatable }, async (realm) =>
    readAnswer(await realm.call({ protocol: PROTOCOL, build: config.build, ...call })),
  );

const realmStub = (env: Pick<Env, "REALM">, subdomain: string): RealmPort =>
  // The generated type of an RPC stub cannot express `unknown`, which parameters and replies are here.
  env.REALM.get(env.REALM.idFromName(subdomain === "" ? "." : subdomain)) as unknown as RealmPort;

async function tried<T extends object>(ask: () => Promise<T | Stale>): Promise<Outcome<T>> {
  try {
    const answer = await ask();
    return "stale" in answer && answer.stale === true ? { kind: "stale" } : { kind: "answered", answer: answer as T };
  } catch (error) {
    // The properties by which Cloudflare marks its own errors.
    const { overloaded, retryable, durableObjectReset } = error as Record<string, unknown>;
    if (overloaded === true) return { kind: "overloaded", error };
    if (retryable === true || durableObjectReset === true) return { kind: "lost", error };
    throw error;
  }
}

/** Random, so that requests that were cut off together do not come back together. */
const pause = (kind: "stale" | "lost" | "overloaded", tries: number, random: Random): number =>
  kind === "stale" ? 200 + 800 * fractionOf(random) : (100 + 200 * fractionOf(random)) * tries;

function refusal(outcome: Exclude<Outcome<never>, { kind: "answered" }>, random: Random): ApiError {
  switch (outcome.kind) {
    case "stale":
      return realmUnavailable("The server is being updated. Please try again.", 1 + 4 * fractionOf(random));
    case "lost": {
      const failure = databaseFailure(outcome.error);
      if (failure !== undefined) return realmUnavailable(failure.message, 30, outcome.error);
      return realmUnavailable(
        "The connection to the organization was lost, perhaps after it has done what was asked. Please try again.",
        1 + 4 * fractionOf(random),
        outcome.error,
      );
    }
    case "overloaded":
      return realmUnavailable(
        "The organization has more to do than it can. Please try again later.",
        5 + 10 * fractionOf(random),
        outcome.error,
      );
    default:
      return outcome satisfies never;
  }
}
