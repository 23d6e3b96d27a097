// The script for switching between organizations. Loaded if the device has a list of several, or when the user adds
// one.

import type { Client } from "../../client/client.ts";
import { followOrganizations } from "./follow-organizations.ts";
import { openJoin } from "./organizations-dialogs.tsx";

export { goToOrganization } from "./follow-organizations.ts";
export { openAddOrganization, openOrganizations } from "./organizations-dialogs.tsx";
export { Switcher } from "./switcher.tsx";

/** Starts keeping the list of organizations up to date. */
export const followSwitching = (client: Client): void => followOrganizations(client, (told) => openJoin(client, told));
