import type { ActionName } from "./keys.ts";
import { keysWords } from "./words/keys.ts";

/** What an action is called, in menus, the palette and the help. */
export const labelOf = (name: ActionName): string => keysWords().actions[name];
