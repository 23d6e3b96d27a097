import { accounts } from "./features/accounts/index.ts";
import { administration } from "./features/administration/index.ts";
import { channelSettings } from "./features/channel-settings/index.ts";
import { channels } from "./features/channels/index.ts";
import { conversations } from "./features/conversations/index.ts";
import { entrance } from "./features/entrance/index.ts";
import { eventsOf } from "./features/events/index.ts";
import { groups } from "./features/groups/index.ts";
import { memberships } from "./features/memberships/index.ts";
import { messages } from "./features/messages/index.ts";
import { organizations } from "./features/organizations/index.ts";
import { preferences } from "./features/preferences/index.ts";
import { presence } from "./features/presence/index.ts";
import { referenceOf } from "./features/reference/index.ts";
import { settings } from "./features/settings/index.ts";
import { status } from "./features/status/index.ts";
import { subscriptions } from "./features/subscriptions/index.ts";
import { testing } from "./features/testing/index.ts";
import { topicPreferences } from "./features/topic-preferences/index.ts";
import { users } from "./features/users/index.ts";
import { vacant } from "./features/vacant/index.ts";
import type { Feature } from "./realm/feature.ts";

/** The capabilities of the server, lowest first: each uses only those before it. */
const capabilities: readonly Feature[] = [
  users,
  groups,
  organizations,
  settings,
  conversations,
  channels,
  topicPreferences,
  messages,
  subscriptions,
  channelSettings,
  memberships,
  accounts,
  administration,
  presence,
  status,
  preferences,
  entrance,
  vacant,
];

const spoken: readonly Feature[] = [...capabilities, eventsOf(capabilities)];

export const features: readonly Feature[] = [...spoken, referenceOf(spoken), testing];
