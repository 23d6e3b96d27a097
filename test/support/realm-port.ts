import { env } from "cloudflare:workers";
import type { RealmPort } from "../../src/http/ask-realm.ts";
import { deployments } from "../../src/http/http-context.ts";
import type { Person } from "./person.ts";

/** The stub that the Worker uses to call an organization's object. */
export const portOf = (person: Person): RealmPort => {
  const namespace = env.REALM;
  return namespace.get(namespace.idFromName(person.host.replace(/\.?localhost$/, "") || ".")) as unknown as RealmPort;
};

/**
 * Intercepts the Worker's calls to objects while `work` runs. `between` gets each object's stub, and the call's
 * sequence number; the methods it returns replace the stub's.
 */
export async function withPorts(
  between: (port: RealmPort, asked: number) => Partial<RealmPort>,
  work: () => Promise<void>,
): Promise<void> {
  const bindings = env as unknown as { REALM: DurableObjectNamespace };
  const { REALM } = bindings;
  let asked = 0;
  bindings.REALM = {
    idFromName: (name: string) => REALM.idFromName(name),
    get: (id: DurableObjectId) => {
      const port = REALM.get(id) as unknown as RealmPort;
      asked += 1;
      const own = between(port, asked);
      return {
        call: own.call ?? ((call) => port.call(call)),
        fetch: own.fetch ?? ((url, init) => port.fetch(url, init)),
      };
    },
  } as unknown as DurableObjectNamespace;
  deployments.delete(env);
  try {
    await work();
  } finally {
    bindings.REALM = REALM;
    deployments.delete(env);
  }
}
