import { feature } from "../../../feature.ts";
import { stepsChanged } from "./events.ts";
import { markStepSeenEndpoint, onboardingArchive, onboardingStateSlice, schema } from "./onboarding.ts";

/** Onboarding steps: notices that clients show once to each user. */
export const onboarding = feature({
  name: "onboarding",
  schema,
  personal: { onboarding_steps_seen: { user: "user_id" } },
  archive: onboardingArchive,
  endpoints: [markStepSeenEndpoint],
  events: [stepsChanged],
  state: [onboardingStateSlice],
});
