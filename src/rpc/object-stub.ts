import type { ObjectLocation } from "../config/object-location.ts";

/**
 * Returns a stub for an object by name, in the deployment's location. Create one for each call, because a stub stays
 * broken after a failure.
 */
export function objectStub(
  namespace: DurableObjectNamespace,
  name: string,
  { jurisdiction, region }: ObjectLocation,
): unknown {
  const within = jurisdiction === null ? namespace : namespace.jurisdiction(jurisdiction);
  return within.get(within.idFromName(name), region === null ? {} : { locationHint: region });
}
