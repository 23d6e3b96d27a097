import { feature } from "../../../feature.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { stepsChanged } from "./events.ts";
import { markStepSeenEndpoint } from "./mark-step-seen.ts";
import { stepsLeft } from "./onboarding.ts";
import { schema } from "./rows.ts";

/** What clients show to newcomers, once. */
export const onboarding = feature({
  name: "onboarding",
  schema,
  endpoints: [markStepSeenEndpoint],
  events: [stepsChanged],
  state: [
    stateSlice({
      types: ["onboarding_steps"],
      collect: ({ realm, actor }) => ({
        onboarding_steps: actor === null ? [] : stepsLeft(realm, actor.user_id),
        navigation_tour_video_url: null,
      }),
    }),
  ],
});
