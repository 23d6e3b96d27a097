import { feature } from "../../../feature.ts";
import { FEATURE_LEVEL } from "../../../protocol/version.ts";
import { on } from "../../../realm/realm.ts";
import { userCreatedHook, userDeactivatedHook, userReactivatedHook } from "../../organization/accounts/hooks.ts";
import { subscriptionEndpoints } from "./endpoints.ts";
import { resumeSubscriptions, startSubscriptions, suspendSubscriptions } from "./subscribe.ts";

/** Subscribing, unsubscribing, creating channels, and personal channel settings. */
export const subscriptions = feature({
  name: "subscriptions",
  endpoints: subscriptionEndpoints(FEATURE_LEVEL),
  handlers: [
    on(userCreatedHook, startSubscriptions),
    on(userDeactivatedHook, (realm, { id }) => suspendSubscriptions(realm, id)),
    on(userReactivatedHook, (realm, { id }) => resumeSubscriptions(realm, id)),
  ],
});
