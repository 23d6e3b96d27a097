import type { Action } from "../action.ts";
import { channelActions } from "./channels.ts";
import { messageActions } from "./messages.ts";
import { organizationActions } from "./organization.ts";
import { personalActions } from "./personal.ts";

export const actions: readonly Action[] = [
  ...messageActions,
  ...channelActions,
  ...personalActions,
  ...organizationActions,
];
