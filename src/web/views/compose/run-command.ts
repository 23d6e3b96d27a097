import type { Client } from "../../client/client.ts";
import { changeLook } from "../../style/look.ts";
import { attempt } from "../attempt.ts";

const THEMES = { dark: "dark", night: "dark", light: "light", day: "light" } as const;
const WIDTHS = { "fluid-width": true, "fixed-width": false } as const;

/** Carries out a command that is written instead of a message, such as "/dark"; returns false if it is not a command. */
export function runCommand(client: Client, text: string): boolean {
  const name = text.trim().replace(/^\//, "");
  if (name in THEMES) {
    changeLook({ theme: THEMES[name as keyof typeof THEMES] });
    return true;
  }
  if (!(name in WIDTHS)) return false;
  const fluid_layout_width = WIDTHS[name as keyof typeof WIDTHS];
  void attempt(client, () => client.api.patch("/settings", { fluid_layout_width }));
  return true;
}
