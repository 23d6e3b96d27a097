import { type ComponentType, h } from "preact";
import type { Client } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { loadDeferred } from "../../loads.ts";
import type { UnreadKind } from "../../model/unread/next-unread.ts";
import { typeAhead } from "../../typed-ahead.ts";
import { attempt } from "../attempt.ts";

/** Opens the palette or the search dialog. Text typed while it is loading goes into it. */
async function openPalette(client: Client, which: "Palette" | "SearchDialog"): Promise<void> {
  const loading = loadDeferred();
  // Starts with the key that opens the dialog. The next key would come before any script that had to be loaded first.
  void typeAhead(loading).catch(() => {});
  await attempt(client, async () => {
    const Dialog: ComponentType = (await loading)[which];
    client.show(h(Dialog, {}));
  });
}

/** Binds the keys for the palette, search, and next unread conversation, which work from the first view on. */
export function useFindActions(client: Client): void {
  useAction("palette", () => void openPalette(client, "Palette"));
  useAction("search", () => void openPalette(client, "SearchDialog"));
  const goToUnread = async (kind: UnreadKind) => (await loadDeferred()).goToNextUnread(client, kind);
  useAction("nextUnread", () => void goToUnread("topic"));
  useAction("nextFollowed", () => void goToUnread("followed"));
  useAction("nextDirect", () => void goToUnread("direct"));
}
