import type { ObjectLocation } from "../config/place.ts";

/** An object by its name, where the objects of the deployment are. Each call takes a new stub: one that has failed stays broken. */
export function objectStub(
  namespace: DurableObjectNamespace,
  name: string,
  { jurisdiction, region }: ObjectLocation,
): unknown {
  const within = jurisdiction === null ? namespace : namespace.jurisdiction(jurisdiction);
  return within.get(within.idFromName(name), region === null ? {} : { locationHint: region });
}
