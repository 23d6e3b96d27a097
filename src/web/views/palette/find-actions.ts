import type { Client } from "../../client/client.ts";
import { goToNextUnread } from "../../client/next-unread.ts";
import { useAction } from "../../keyboard.ts";
import { openPalette, openSearch } from "./open-palette.tsx";

/** The actions that lead from anywhere to what one looks for, or to what is next. */
export function useFindActions(client: Client): void {
  useAction("palette", () => void openPalette(client));
  useAction("search", () => void openSearch(client));
  useAction("nextUnread", () => goToNextUnread(client, "topic"));
  useAction("nextFollowed", () => goToNextUnread(client, "followed"));
  useAction("nextDirect", () => goToNextUnread(client, "direct"));
}
