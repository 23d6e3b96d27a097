import { channelsByName } from "../channels/channel-list.ts";
import { peopleByName } from "../people/people-by-name.ts";
import type { State } from "../state.ts";

/** The first steps for the creator of an organization, in this order. */
export const FIRST_STEPS = ["describe", "picture", "invite", "channels"] as const;
export type FirstStep = (typeof FIRST_STEPS)[number];

/** The onboarding step that stands for the first steps until they are dismissed; Zulip uses it for the inbox. */
export const INTRODUCTION = "intro_inbox_view_modal";

/** The number of channels in a new organization. */
const CHANNELS_AT_FIRST = 1;

/** Whether each first step is done, judged by the state alone. */
export const stepsDone = (state: State): Readonly<Record<FirstStep, boolean>> => ({
  describe: state.realm_description.trim() !== "",
  picture: state.realm_icon_source === "U",
  invite: peopleByName(state).length > 1,
  channels: channelsByName(state).filter(({ is_archived }) => !is_archived).length > CHANNELS_AT_FIRST,
});

/** Whether the first steps begin as one line: once there is a conversation, notices to an owner alone being none. */
export const beginFolded = (state: State): boolean => state.max_message_id > 0 && stepsDone(state).invite;

/** Whether the first steps are shown: to an owner who has not dismissed them, while some are left. */
export const areStepsLeft = (state: State): boolean =>
  state.is_owner &&
  state.onboarding_steps.some(({ name }) => name === INTRODUCTION) &&
  Object.values(stepsDone(state)).includes(false);
