import type { ActionName } from "../../keys.ts";

/** Attributes of an element that has a tooltip: what it is called, and the key of what it does. */
export const tip = (text: string, action?: ActionName) => ({ "data-tip": text, "data-tip-action": action });
