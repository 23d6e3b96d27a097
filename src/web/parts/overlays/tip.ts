import type { ActionName } from "../../keys.ts";

/** The attributes of an element with a tooltip: its text, and the action whose key is shown. */
export const tip = (text: string, action?: ActionName) => ({ "data-tip": text, "data-tip-action": action });
