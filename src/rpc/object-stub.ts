import type { ObjectLocation } from "../config/object-location.ts";

/**
 * Returns an object by name, in the deployment's location. Each call takes a new stub, because one that has failed
 * stays broken.
 */
export function objectStub(
  namespace: DurableObjectNamespace,
  name: string,
  { jurisdiction, region }: ObjectLocation,
): unknown {
  const within = jurisdiction === null ? namespace : namespace.jurisdiction(jurisdiction);
  return within.get(within.idFromName(name), region === null ? {} : { locationHint: region });
}
