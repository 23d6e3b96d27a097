import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Runs `work` inside a new object without an organization, to test parts of a realm. */
export function inFreshObject<T>(work: (state: DurableObjectState) => T | Promise<T>): Promise<T> {
  const namespace = env.REALM;
  const stub = namespace.get(namespace.idFromName(crypto.randomUUID()));
  return runInDurableObject(stub, (_: unknown, state) => work(state));
}
