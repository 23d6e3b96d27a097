import { CAPABILITIES, type Capability } from "./capability.ts";
import type { State } from "./state.ts";

type Versions = Record<Capability, number>;

const versionsOfStates = new WeakMap<State, Versions>();

function versionsOf(state: State): Versions {
  const known = versionsOfStates.get(state);
  if (known !== undefined) return known;
  const versions = Object.fromEntries(CAPABILITIES.map((name) => [name, 0])) as Versions;
  versionsOfStates.set(state, versions);
  return versions;
}

/** Says that capabilities have changed, so that what was derived from them is derived anew. */
export function touch(state: State, capabilities: readonly Capability[]): void {
  const versions = versionsOf(state);
  for (const name of capabilities) versions[name] += 1;
}

/** Another number each time the capability of this state has changed. */
export const versionOf = (state: State, capability: Capability): number => versionsOf(state)[capability];

/** What follows from some capabilities of the state: computed when it is asked for, and again once they have changed. */
export function derived<Result>(capabilities: readonly Capability[], compute: (state: State) => Result) {
  const results = new WeakMap<State, { readonly version: number; readonly result: Result }>();
  return (state: State): Result => {
    const versions = versionsOf(state);
    // Versions only grow, so that their sum is another one whenever one of them is.
    const version = capabilities.reduce((sum, name) => sum + versions[name], 0);
    const known = results.get(state);
    if (known?.version === version) return known.result;
    const result = compute(state);
    results.set(state, { version, result });
    return result;
  };
}
