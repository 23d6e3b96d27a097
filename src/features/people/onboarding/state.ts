import { stateSlice } from "../../../realm/state-slice.ts";
import { unseenSteps } from "./onboarding.ts";

export const onboardingStateSlice = stateSlice({
  types: ["onboarding_steps"],
  collect: ({ realm, actor }) => ({
    onboarding_steps: actor === null ? [] : unseenSteps(realm, actor.user_id),
    navigation_tour_video_url: null,
  }),
});
