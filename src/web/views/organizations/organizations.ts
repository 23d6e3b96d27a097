// Loaded if a device knows several organizations, or when the user adds one.

import type { Client } from "../../client/client.ts";
import { followOrganizations } from "./follow-organizations.ts";
import { openJoin } from "./organizations-dialogs.tsx";

export { goToOrganization } from "./follow-organizations.ts";
export { openAddOrganization, openOrganizations } from "./organizations-dialogs.tsx";
export { Switcher } from "./switcher.tsx";

/** Starts keeping the list of organizations up to date. */
export const followSwitching = (client: Client): void => followOrganizations(client, (told) => openJoin(client, told));
