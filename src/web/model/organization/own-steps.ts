import type { AccountState } from "../state.ts";

/** Onboarding steps of this client, in addition to Zulip's. Servers offer them only to clients that know them. */
export type OwnStep = "parley_topic_is_thread" | "parley_enter_sends";

type Steps = AccountState["onboarding_steps"];

export const isStepUnseen = ({ onboarding_steps }: Pick<AccountState, "onboarding_steps">, step: OwnStep): boolean =>
  onboarding_steps.some(({ name }) => name === step);

export const stepsWithout = (steps: Steps, step: OwnStep): Steps => steps.filter(({ name }) => name !== step);
