import type { Client } from "../../client/client.ts";
import { errorText } from "../../parts/error-text.ts";

/** Shows the palette, which is loaded when it is first wanted. */
export async function openPalette(client: Client): Promise<void> {
  try {
    const { Palette } = await import("./palette.tsx");
    client.show(<Palette />);
  } catch (error) {
    client.toast({ text: errorText(error), kind: "error" });
  }
}
