import type { Deed } from "../deed.ts";
import { channelDeeds } from "./channels.ts";
import { messageDeeds } from "./messages.ts";
import { organizationDeeds } from "./organization.ts";
import { personalDeeds } from "./personal.ts";

export const deeds: readonly Deed[] = [...messageDeeds, ...channelDeeds, ...personalDeeds, ...organizationDeeds];
