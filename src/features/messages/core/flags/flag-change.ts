import { badRequest } from "../../../../protocol/errors.ts";
import { flagNames } from "../../../../protocol/message-flags.ts";
import { PersonalFlag } from "../store/personal-flags.ts";

/** Flags that users can change themselves (seed 2.14). */
type SettableFlag = "read" | keyof typeof flagBits;

export interface FlagChange {
  readonly op: "add" | "remove";
  readonly flag: SettableFlag;
}

/** Parses a requested flag change. Throws if it is invalid (messages.md 11). */
export function parseFlagChange({ op, flag }: { readonly op: string; readonly flag: string }): FlagChange {
  if (op !== "add" && op !== "remove") throw badRequest(`Invalid message flag operation: '${op}'`);
  if (isSettable(flag)) return { op, flag };
  throw badRequest(
    flagNames.some((name) => name === flag) ? `Flag not editable: '${flag}'` : `Invalid flag: '${flag}'`,
  );
}

const isSettable = (flag: string): flag is SettableFlag => flag === "read" || Object.hasOwn(flagBits, flag);

/** Bits of the settable flags in personal_flags; `read` is stored as read state instead. */
export const flagBits = {
  starred: PersonalFlag.starred,
  collapsed: PersonalFlag.collapsed,
  hide_link_previews: PersonalFlag.hideLinkPreviews,
} as const;
