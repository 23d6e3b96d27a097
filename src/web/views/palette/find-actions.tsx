import type { ComponentType } from "preact";
import type { Client } from "../../client/client.ts";
import { useAction } from "../../keyboard.ts";
import { onDemand, soon } from "../../loads.ts";
import type { UnreadKind } from "../../model/next-unread.ts";
import { tellError } from "../../parts/error-text.ts";
import { typeAhead } from "../../typed-ahead.ts";

/** Shows the palette, or where a search begins; what is typed meanwhile goes into it. */
async function open(client: Client, which: "Palette" | "SearchDialog"): Promise<void> {
  const loading = onDemand();
  void typeAhead(loading).catch(() => {});
  try {
    const Dialog: ComponentType = (await loading)[which];
    client.show(<Dialog />);
  } catch (error) {
    tellError(client, error);
  }
}

/** Goes on with the next unread conversation. */
export const goToNextUnread = async (client: Client, kind: UnreadKind): Promise<void> =>
  (await soon()).goToNextUnread(client, kind);

/** The actions that lead from anywhere to what one looks for, or to what is next. */
export function useFindActions(client: Client): void {
  useAction("palette", () => void open(client, "Palette"));
  useAction("search", () => void open(client, "SearchDialog"));
  useAction("nextUnread", () => void goToNextUnread(client, "topic"));
  useAction("nextFollowed", () => void goToNextUnread(client, "followed"));
  useAction("nextDirect", () => void goToNextUnread(client, "direct"));
}
