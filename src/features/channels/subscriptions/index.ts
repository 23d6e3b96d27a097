import { feature } from "../../../feature.ts";
import { on } from "../../../realm/realm.ts";
import { userCreatedHook, userDeactivatedHook, userReactivatedHook } from "../../organization/users/hooks.ts";
import { changeSubscriptionsEndpoint } from "./change-subscriptions.ts";
import { createChannelEndpoint } from "./create-channel.ts";
import { getSubscribedChannelsEndpoint } from "./get-subscribed-channels.ts";
import { getSubscriptionStatusEndpoint } from "./get-subscription-status.ts";
import { getSubscriptionsEndpoint } from "./get-subscriptions.ts";
import { resumeSubscriptions, startSubscriptions, suspendSubscriptions } from "./subscribe.ts";
import { subscribeToChannelsEndpoint } from "./subscribe-to-channels.ts";
import { unsubscribeFromChannelsEndpoint } from "./unsubscribe-from-channels.ts";
import {
  updateSubscriptionSettingEndpoint,
  updateSubscriptionSettingsEndpoint,
} from "./update-subscription-settings.ts";

/** Subscribing, unsubscribing, creating channels, and the personal settings for channels. */
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
