import type { State } from "./state.ts";

/**
 * The parts of the state that a view can watch: a view names the parts that it shows, and is drawn again when an event has
 * changed one of them. Messages are watched one by one instead (`Messages`), since there are many.
 */
export const CAPABILITIES = [
  "account", // the user's own fields, settings, alert words, onboarding
  "realm", // the organization's settings, linkifiers, domains, profile fields, playgrounds, bots' commands
  "users", // all accounts, bots, muted users
  "presence", // presences and statuses
  "groups",
  "channels", // channels, subscriptions, folders, default channels
  "topics", // followed and muted topics
  "unread", // unread messages, and the latest direct conversations
  "starred",
  "emoji",
  "drafts",
  "later", // scheduled messages, reminders, saved snippets
  "navigation", // views pinned in the sidebar
  "typing",
  "calls", // calls that are under way, and those that ring
] as const;

export type Capability = (typeof CAPABILITIES)[number];

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
