import "./spectator-bar.css";
import { type Client, useClient } from "../../client/client.ts";
import { permitOnly } from "../../keyboard.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import { Empty } from "../../parts/progress.tsx";
import { loginWords } from "../../words/screens.ts";

export function SpectatorBar() {
  const client = useClient();
  return (
    <div class="spectator-bar">
      <p>{loginWords().looking}</p>
      <a class="spectator-bar-way" href={wayIn(client)}>
        {loginWords().logIn}
      </a>
    </div>
  );
}

/** Returns the URL of the login page. After the login, users return to the current place. */
const wayIn = (client: Client): string =>
  `/login/?next=${encodeURIComponent(`/${hashForRoute(client.place.value, client.watch("channels", "users"))}`)}`;

/** Shown in a place that requires an account. */
export function ForMembers() {
  const client = useClient();
  return (
    <Empty icon="lock" title={loginWords().forMembers} text={loginWords().toTakePart}>
      <a class="spectator-bar-way" href={wayIn(client)}>
        {loginWords().logIn}
      </a>
    </Empty>
  );
}

/** Permits the actions that need no account. All others show a login link. */
export function permitLooking(client: Client): void {
  permitOnly(
    [
      ...(["palette", "search", "help", "leave", "theme", "recent", "combined", "menu", "filterSidebar"] as const),
      ...(["previousChannel", "nextChannel", "nextPane", "previousPane", "nextItem", "previousItem"] as const),
      ...(["nextMessage", "previousMessage", "pageDown", "pageUp", "firstMessage", "lastMessage"] as const),
      ...(["jumpToDate", "openTopic", "openChannel", "topicList", "showInContext", "messageMenu"] as const),
      ...(["copyLink", "copyMessage", "viewImage", "history"] as const),
    ],
    () =>
      client.toast({
        text: loginWords().toTakePart,
        action: { label: loginWords().logIn, run: () => location.assign(wayIn(client)) },
      }),
  );
}
