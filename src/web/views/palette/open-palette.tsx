import type { ComponentType } from "preact";
import type { Client } from "../../client/client.ts";
import { onDemand } from "../../loads.ts";
import { tellError } from "../../parts/error-text.ts";
import { typeAhead } from "../../typed-ahead.ts";

/** Opens the palette or the search dialog; text that is typed while it is loaded goes into it. */
export async function openPalette(client: Client, which: "Palette" | "SearchDialog"): Promise<void> {
  const loading = onDemand();
  void typeAhead(loading).catch(() => {});
  try {
    const Dialog: ComponentType = (await loading)[which];
    client.show(<Dialog />);
  } catch (error) {
    tellError(client, error);
  }
}
