import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";

export const stepsChanged = event({
  type: "onboarding_steps",
  fields: { onboarding_steps: v.array(v.strictObject({ type: v.string(), name: v.string() })) },
});
