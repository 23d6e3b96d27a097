import type { Client } from "../../client/client.ts";
import { permitOnly } from "../../keyboard.ts";
import { loginWords } from "../../words/login.ts";
import { wayIn } from "./way-in.ts";

/** Permits the actions that need no account; all others show a link to the login. */
export function permitLooking(client: Client): void {
  permitOnly(
    [
      ...(["palette", "search", "help", "leave", "theme", "recent", "combined", "menu", "filterSidebar"] as const),
      ...(["previousChannel", "nextChannel", "nextPane", "previousPane", "nextItem", "previousItem"] as const),
      ...(["nextMessage", "previousMessage", "pageDown", "pageUp", "firstMessage", "lastMessage"] as const),
      ...([
        "openTopic",
        "openChannel",
        "topicList",
        "showInContext",
        "messageMenu",
        "copyLink",
        "copyMessage",
      ] as const),
      ...(["viewImage", "history"] as const),
    ],
    () =>
      client.toast({
        text: loginWords().toTakePart,
        action: { label: loginWords().logIn, run: () => location.assign(wayIn(client)) },
      }),
  );
}
