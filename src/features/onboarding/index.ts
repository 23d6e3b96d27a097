import { feature } from "../../realm/feature.ts";
import { stateSlice } from "../../realm/state-slice.ts";
import { stepsChanged } from "./events.ts";
import { markStepSeenEndpoint } from "./mark-step-seen.ts";
import { schema } from "./rows.ts";
import { stepsLeft } from "./steps.ts";

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
