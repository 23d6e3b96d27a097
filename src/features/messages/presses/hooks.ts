import { hook } from "../../../realm/realm.ts";
import type { User } from "../../organization/accounts/accounts.ts";
import type { Press, PressRow } from "./rows.ts";

/** Runs for a press, within its change. Returns whether the feature delivers it to the bot. */
export const pressedHook = hook<[press: PressRow, bot: User], boolean>("pressed");

/** Runs before presses are deleted from messages that stay. Features that must keep them can save them here. */
export const pressesLeavingHook = hook<[presses: readonly Press[]]>("presses leaving");
