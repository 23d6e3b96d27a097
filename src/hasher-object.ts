import { DurableObject } from "cloudflare:workers";
import type { Env } from "./config/env.ts";
import { computeHash, fitsHash } from "./util/password-hash.ts";

/**
 * Hashes passwords, and stores nothing. An object can compute for 30 seconds at a time, but a Worker on the free plan
 * only for 10 milliseconds. Hashing here also blocks neither a Worker nor an organization.
 */
export class HasherObject extends DurableObject<Env> {
  hash(password: string, iterations: number): Promise<string> {
    return computeHash(password, iterations);
  }

  verify(password: string, stored: string): Promise<boolean> {
    return fitsHash(password, stored);
  }
}
