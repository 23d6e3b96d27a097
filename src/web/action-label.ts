import type { ActionName } from "./keys.ts";
import { keysWords } from "./words/help.ts";

/** The name of an action, for menus, the palette and the help. */
export const labelOf = (name: ActionName): string => keysWords().actions[name];
