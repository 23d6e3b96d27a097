import { channelsByName } from "../channels/channel-list.ts";
import { peopleByName } from "../people/people-by-name.ts";
import type { AccountState, State } from "../state.ts";

/** Onboarding steps that only this client has. Servers send them only to clients that support them. */
export type OwnStep = "parley_topic_is_thread" | "parley_enter_sends";

type Steps = AccountState["onboarding_steps"];

export const isStepUnseen = ({ onboarding_steps }: Pick<AccountState, "onboarding_steps">, step: OwnStep): boolean =>
  onboarding_steps.some(({ name }) => name === step);

export const stepsWithout = (steps: Steps, step: OwnStep): Steps => steps.filter(({ name }) => name !== step);

/** The first steps for an organization's creator, in order. */
export const FIRST_STEPS = ["describe", "picture", "invite", "channels"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The onboarding step that represents the first steps until they are dismissed. Zulip uses it for the inbox. */
export const INTRODUCTION = "intro_inbox_view_modal";

const CHANNELS_AT_FIRST = 1;

/** Whether each first step is done, judging by the state alone. */
export const stepsDone = (state: State): Readonly<Record<FirstStep, boolean>> => ({
  describe: state.realm_description.trim() !== "",
  picture: state.realm_icon_source === "U",
  invite: peopleByName(state).length > 1,
  channels: channelsByName(state).filter(({ is_archived }) => !is_archived).length > CHANNELS_AT_FIRST,
});

/**
 * True if the first steps start collapsed: once there are messages and a second person. Messages alone aren't enough,
 * because a lone owner gets notices.
 */
export const beginFolded = (state: State): boolean => state.max_message_id > 0 && stepsDone(state).invite;

/** True if the first steps are shown: to an owner who hasn't dismissed them, until all are done. */
export const areStepsLeft = (state: State): boolean =>
  state.is_owner &&
  state.onboarding_steps.some(({ name }) => name === INTRODUCTION) &&
  Object.values(stepsDone(state)).includes(false);
