import { feature } from "../../../feature.ts";
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

/** Subscribing, unsubscribing, creating channels, and personal channel settings. */
export const subscriptions = feature({
  name: "subscriptions",
  endpoints: [
    subscribeToChannelsEndpoint,
    unsubscribeFromChannelsEndpoint,
    changeSubscriptionsEndpoint,
    getSubscriptionsEndpoint,
    getSubscriptionStatusEndpoint,
    getSubscribedChannelsEndpoint,
    updateSubscriptionSettingsEndpoint,
    updateSubscriptionSettingEndpoint,
    createChannelEndpoint,
  ],
  handlers: [
    on(userCreatedHook, startSubscriptions),
    on(userDeactivatedHook, (realm, { id }) => suspendSubscriptions(realm, id)),
    on(userReactivatedHook, (realm, { id }) => resumeSubscriptions(realm, id)),
  ],
});
