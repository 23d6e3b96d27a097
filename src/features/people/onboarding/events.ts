import * as v from "valibot";
import { event } from "../../../realm/events/event.ts";
import { type ClientForm, can } from "../../../realm/events/queue-client.ts";

/** Notices that only this server's own client shows. Other clients don't get them. */
export const OWN_NOTICES = ["parley_topic_is_thread", "parley_enter_sends"] as const;

interface Step {
  readonly type: string;
  readonly name: string;
}

const isOwn = (name: string): boolean => OWN_NOTICES.some((notice) => notice === name);

export const stepsShownTo = (client: Pick<ClientForm, "capabilities">, steps: readonly Step[]): readonly Step[] =>
  can(client, "parley_onboarding_steps") ? steps : steps.filter(({ name }) => !isOwn(name));

export const stepsChanged = event({
  type: "onboarding_steps",
  fields: { onboarding_steps: v.array(v.strictObject({ type: v.string(), name: v.string() })) },
  adapt: ({ onboarding_steps }, client) => ({ onboarding_steps: stepsShownTo(client, onboarding_steps) }),
});
