import type { Client } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import type { UnreadKind } from "../../model/next-unread.ts";
import { openPalette, openSearch } from "./open-palette.tsx";

/** Goes on with the next unread conversation. */
export const goToNextUnread = async (client: Client, kind: UnreadKind): Promise<void> =>
  (await import("../../client/next-unread.ts")).goToNextUnread(client, kind);

/** The actions that lead from anywhere to what one looks for, or to what is next. */
export function useFindActions(client: Client): void {
  useAction("palette", () => void openPalette(client));
  useAction("search", () => void openSearch(client));
  useAction("nextUnread", () => void goToNextUnread(client, "topic"));
  useAction("nextFollowed", () => void goToNextUnread(client, "followed"));
  useAction("nextDirect", () => void goToNextUnread(client, "direct"));
}
