import { feature } from "../../../feature.ts";
import { FEATURE_LEVEL } from "../../../protocol/version.ts";
import { on } from "../../../realm/realm.ts";
import { userCreatedHook, userDeactivatedHook, userReactivatedHook } from "../../organization/accounts/hooks.ts";
import {
  changeSubscriptionsEndpoint,
  createChannelEndpoint,
  getSubscribedChannelsEndpoint,
  getSubscriptionStatusEndpoint,
  getSubscriptionsEndpoint,
  subscribeToChannelsEndpoint,
  unsubscribeFromChannelsEndpoint,
  updateSubscriptionSettingEndpoint,
  updateSubscriptionSettingsEndpoint,
} from "./endpoints.ts";
import { resumeSubscriptions, startSubscriptions, suspendSubscriptions } from "./subscribe.ts";

/** From this feature level on, no single request both subscribes and unsubscribes. */
const SEPARATE_REQUESTS_LEVEL = 512;

export const subscriptionEndpoints = (level: number) => [
  subscribeToChannelsEndpoint,
  unsubscribeFromChannelsEndpoint,
  ...(level < SEPARATE_REQUESTS_LEVEL ? [changeSubscriptionsEndpoint] : []),
  getSubscriptionsEndpoint,
  getSubscriptionStatusEndpoint,
  getSubscribedChannelsEndpoint,
  updateSubscriptionSettingsEndpoint,
  updateSubscriptionSettingEndpoint,
  createChannelEndpoint,
];

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
