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

/** Marks capabilities as changed, so that values derived from them are computed again. */
export function touch(state: State, capabilities: readonly Capability[]): void {
  const versions = versionsOf(state);
  for (const name of capabilities) versions[name] += 1;
}

/** A number that grows each time the capability of this state changes. */
export const versionOf = (state: State, capability: Capability): number => versionsOf(state)[capability];

/** A value that is computed from some capabilities when it is asked for, and again only after one of them has changed. */
export function derived<Result>(capabilities: readonly Capability[], compute: (state: State) => Result) {
  const results = new WeakMap<State, { readonly version: number; readonly result: Result }>();
  return (state: State): Result => {
    const versions = versionsOf(state);
    // Versions only grow, so their sum differs whenever one of them does.
    const version = capabilities.reduce((sum, name) => sum + versions[name], 0);
    const known = results.get(state);
    if (known?.version === version) return known.result;
    const result = compute(state);
    results.set(state, { version, result });
    return result;
  };
}
