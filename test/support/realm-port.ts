import { env } from "cloudflare:workers";
import type { RealmPort } from "../../src/http/ask-realm.ts";
import { deployments } from "../../src/http/http-context.ts";
import type { Person } from "./person.ts";

/** The stub with which the Worker calls an organization's object. */
export const portOf = (person: Person): RealmPort => {
  const namespace = env.REALM;
  return namespace.get(namespace.idFromName(person.host.replace(/\.?localhost$/, "") || ".")) as unknown as RealmPort;
};

/**
 * Intercepts the Worker's calls of objects while the work is done: `between` gets the stub of each object that the Worker
 * asks for, with its number in order, and what it returns is called instead.
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
