import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { isStep, markSeen } from "./onboarding.ts";

export const markStepSeenEndpoint = action({
  route: "POST /users/me/onboarding_steps",
  by: "human",
  params: { onboarding_step: text("id") },
  reply: {},
  run({ realm, actor, params: { onboarding_step } }) {
    if (!isStep(onboarding_step)) throw badRequest(`Unknown onboarding_step: ${onboarding_step}`);
    markSeen(realm, actor.user_id, onboarding_step);
    return {};
  },
});
