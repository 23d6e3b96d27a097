import { channelsByName } from "../channels/channel-list.ts";
import { peopleByName } from "../people/people.ts";
import type { State } from "../state.ts";

/** What whoever has created an organization does first, in this order. */
export const FIRST_STEPS = ["describe", "picture", "invite", "channels"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The introduction that an account has not put away yet, by Zulip's name for that of the inbox. */
export const INTRODUCTION = "intro_inbox_view_modal";

/** The channels that a new organization has. */
const CHANNELS_AT_FIRST = 1;

/** What is done of the first steps, seen from the state alone. */
export const stepsDone = (state: State): Readonly<Record<FirstStep, boolean>> => ({
  describe: state.realm_description.trim() !== "",
  picture: state.realm_icon_source === "U",
  invite: peopleByName(state).length > 1,
  channels: channelsByName(state).filter(({ is_archived }) => !is_archived).length > CHANNELS_AT_FIRST,
});

/** Whether somebody is led through the first steps: an owner who has not put them away, while some are left. */
export const areStepsLeft = (state: State): boolean =>
  state.is_owner &&
  state.onboarding_steps.some(({ name }) => name === INTRODUCTION) &&
  Object.values(stepsDone(state)).includes(false);
