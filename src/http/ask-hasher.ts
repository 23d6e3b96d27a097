import type { Config } from "../config/config.ts";
import type { Env } from "../config/env.ts";
import type { ObjectLocation } from "../config/object-location.ts";
import type { Log } from "../logging/log.ts";
import { realmUnavailable } from "../protocol/errors.ts";
import { objectStub } from "../rpc/object-stub.ts";
import { fractionOf, machineRandom, type Random } from "../util/random.ts";

/** RPC interface of the objects that hash passwords (src/hasher-object.ts). */
export interface HasherPort {
  hash(password: string, iterations: number): Promise<string>;
  verify(password: string, stored: string): Promise<boolean>;
}

export interface HasherAsker {
  readonly env: Pick<Env, "HASHER">;
  readonly config: Pick<Config, "place">;
  readonly log: Log;
}

/**
 * Number of objects. Hashing blocks an object's thread for about 60 ms, so each object can compute sixteen hashes a
 * second.
 */
const OBJECTS = 16;
const MAX_ATTEMPTS = 3;

const machine = { random: machineRandom, wait: (ms: number) => scheduler.wait(ms) };

/** Calls a random hasher object, and retries with another one if that fails. Nothing else can hash passwords. */
export async function askHasher<T>(
  { env, config: { place }, log }: HasherAsker,
  ask: (hasher: HasherPort) => Promise<T>,
  { random, wait }: { readonly random: Random; wait(ms: number): Promise<unknown> } = machine,
): Promise<T> {
  for (let tries = 1; ; tries += 1) {
    try {
      return await ask(anyOf(env, place, random));
    } catch (error) {
      // An error thrown by the object's own code is marked as remote. A retry would throw it again.
      if ((error as { readonly remote?: boolean }).remote === true) throw error;
      if (tries === MAX_ATTEMPTS) {
        throw realmUnavailable("Couldn't check the password. Try again.", 2, error);
      }
      log.info("hasher_asked_again", { tries });
    }
    await wait((50 + 100 * fractionOf(random)) * tries);
  }
}

const anyOf = ({ HASHER }: Pick<Env, "HASHER">, place: ObjectLocation, random: Random): HasherPort =>
  // The generated type of an RPC stub lacks the class's methods.
  objectStub(HASHER, String(Math.floor(OBJECTS * fractionOf(random))), place) as HasherPort;
