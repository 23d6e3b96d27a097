import { accountFold } from "./account.ts";
import type { Capability } from "./capability.ts";
import { channelsFold } from "./channels.ts";
import { touch } from "./derived.ts";
import { draftsFold } from "./drafts.ts";
import { emojiFold } from "./emoji.ts";
import { type AnyEvent, type Fold, nameOf } from "./fold.ts";
import { groupsFold } from "./groups.ts";
import { laterFold } from "./later.ts";
import { navigationFold } from "./navigation.ts";
import { presenceFold } from "./presence.ts";
import { realmFold } from "./realm.ts";
import { starredFold } from "./starred.ts";
import type { State } from "./state.ts";
import { topicsFold } from "./topics.ts";
import { typingFold } from "./typing.ts";
import { unreadFold } from "./unread-fold.ts";
import { usersFold } from "./users.ts";

const FOLDS: readonly (readonly [Capability, Fold])[] = [
  ["account", accountFold],
  ["realm", realmFold],
  ["users", usersFold],
  ["presence", presenceFold],
  ["groups", groupsFold],
  ["channels", channelsFold],
  ["topics", topicsFold],
  ["unread", unreadFold],
  ["starred", starredFold],
  ["emoji", emojiFold],
  ["drafts", draftsFold],
  ["later", laterFold],
  ["navigation", navigationFold],
  ["typing", typingFold],
];

type Step = (state: State, event: AnyEvent) => Capability | undefined;

const STEPS = new Map<string, Step[]>();
for (const [capability, fold] of FOLDS) {
  for (const [name, handle] of Object.entries(fold)) {
    const step: Step = (state, event) => (handle(state, event as never) === false ? undefined : capability);
    STEPS.set(name, [...(STEPS.get(name) ?? []), step]);
  }
}

/**
 * Changes the state in place by an event, and says which capabilities are others now. Events of messages' contents are for
 * `Messages`; of events that it does not know, a client takes no notice.
 */
export function apply(state: State, event: AnyEvent): readonly Capability[] {
  const steps = STEPS.get(nameOf(event)) ?? [];
  const changed = steps.map((step) => step(state, event)).filter((one) => one !== undefined);
  touch(state, changed);
  return changed;
}

/** Whether events of a kind change the state of some capability. */
export const changesState = (event: AnyEvent): boolean => STEPS.has(nameOf(event));
