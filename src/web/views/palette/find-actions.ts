import type { Client } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { soon } from "../../loads.ts";
import type { UnreadKind } from "../../model/unread/next-unread.ts";

/** Goes to the next unread conversation. */
export const goToNextUnread = async (client: Client, kind: UnreadKind): Promise<void> =>
  (await soon()).goToNextUnread(client, kind);

/** Binds the keys of the palette, the search, and the next unread conversation. */
export function useFindActions(client: Client): void {
  useAction("palette", async () => (await soon()).openPalette(client, "Palette"));
  useAction("search", async () => (await soon()).openPalette(client, "SearchDialog"));
  useAction("nextUnread", () => void goToNextUnread(client, "topic"));
  useAction("nextFollowed", () => void goToNextUnread(client, "followed"));
  useAction("nextDirect", () => void goToNextUnread(client, "direct"));
}
