import { perObject } from "./per-object.ts";
import type { State } from "./state.ts";

/**
 * Parts of the state that a view can watch. A view lists the parts it shows, and is rendered again when an event has
 * changed one of them. Messages are watched individually instead (`Messages`), because there are many.
 */
export const CAPABILITIES = [
  "account", // the user's own fields, settings, alert words, onboarding
  "realm", // the organization's settings, linkifiers, domains, profile fields, playgrounds, bot commands
  "users", // all accounts, bots, muted users
  "presence", // presences and statuses
  "groups",
  "channels", // channels, subscriptions, folders, default channels
  "topics", // followed and muted topics
  "boards", // pins and pages of channels
  "outside", // links for people outside, and what the user can do as one of them
  "unread", // unread messages, and the latest direct conversations
  "starred",
  "emoji",
  "drafts",
  "later", // reminders, scheduled messages, saved snippets
  "navigation", // views pinned in the sidebar
  "typing",
  "calls", // current calls, and those ringing
] as const;

export type Capability = (typeof CAPABILITIES)[number];

type Versions = Record<Capability, number>;

const versionsOf = perObject((_: State) => Object.fromEntries(CAPABILITIES.map((name) => [name, 0])) as Versions);

/** Marks capabilities as changed, so that values derived from them are recomputed. */
export function touch(state: State, capabilities: readonly Capability[]): void {
  const versions = versionsOf(state);
  for (const name of capabilities) versions[name] += 1;
}

/** Returns a number that increases each time this capability changes. */
export const versionOf = (state: State, capability: Capability): number => versionsOf(state)[capability];

/** Computes a value lazily, and again only after one of the given capabilities has changed. */
export function derived<Result>(capabilities: readonly Capability[], compute: (state: State) => Result) {
  const results = new WeakMap<State, { readonly version: number; readonly result: Result }>();
  return (state: State): Result => {
    const versions = versionsOf(state);
    // Versions only increase, so their sum differs whenever one of them does.
    const version = capabilities.reduce((sum, name) => sum + versions[name], 0);
    const known = results.get(state);
    if (known?.version === version) return known.result;
    const result = compute(state);
    results.set(state, { version, result });
    return result;
  };
}
