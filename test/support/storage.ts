import { runInDurableObject } from "cloudflare:test";
import { env } from "cloudflare:workers";

/** Runs within an object of its own that holds no organization: for the parts that a realm is built of. */
export function inFreshObject<T>(work: (state: DurableObjectState) => T | Promise<T>): Promise<T> {
  const namespace = env.REALM;
  const stub = namespace.get(namespace.idFromName(crypto.randomUUID()));
  return runInDurableObject(stub, (_: unknown, state) => work(state));
}
