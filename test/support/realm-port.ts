import { env } from "cloudflare:workers";
import type { RealmPort } from "../../src/http/ask-realm.ts";
import { deployments } from "../../src/http/http-context.ts";
import type { Person } from "./person.ts";

const idOf = (person: Person) => env.REALM.idFromName(person.host.replace(/\.?localhost$/, "") || ".");

/** Returns the stub with which the Worker calls an organization's object. */
export const portOf = (person: Person): RealmPort => env.REALM.get(idOf(person)) as unknown as RealmPort;

/**
 * Intercepts the Worker's calls of an organization's object while `work` runs. `between` gets the object's stub and the
 * sequence number of the call. The methods that it returns replace those of the stub. Objects of earlier tests, which
 * have the same bindings, still reach their own organizations.
 */
export async function withPorts(
  person: Person,
  between: (port: RealmPort, asked: number) => Partial<RealmPort>,
  work: () => Promise<void>,
): Promise<void> {
  const bindings = env as unknown as { REALM: DurableObjectNamespace };
  const { REALM } = bindings;
  const own = idOf(person);
  let asked = 0;
  bindings.REALM = {
    idFromName: (name: string) => REALM.idFromName(name),
    get: (id: DurableObjectId) => {
      const stub = REALM.get(id);
      if (!id.equals(own)) return stub;
      const port = stub as unknown as RealmPort;
      asked += 1;
      const changed = between(port, asked);
      return {
        call: changed.call ?? ((call) => port.call(call)),
        fetch: changed.fetch ?? ((url, init) => port.fetch(url, init)),
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
