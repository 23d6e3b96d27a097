import { channels } from "./features/channels/index.ts";
import { conversations } from "./features/conversations/index.ts";
import { entrance } from "./features/entrance/index.ts";
import { eventsOf } from "./features/events/index.ts";
import { groups } from "./features/groups/index.ts";
import { organizations } from "./features/organizations/index.ts";
import { referenceOf } from "./features/reference/index.ts";
import { testing } from "./features/testing/index.ts";
import { users } from "./features/users/index.ts";
import type { Feature } from "./realm/feature.ts";

/** The capabilities of the server, lowest first: each uses only those before it. */
const capabilities: readonly Feature[] = [users, groups, organizations, conversations, channels, entrance];

const spoken: readonly Feature[] = [...capabilities, eventsOf(capabilities)];

export const features: readonly Feature[] = [...spoken, referenceOf(spoken), testing];
