import { useClient } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { isSpectator } from "../../model/people/account.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Icon } from "../../parts/icon.tsx";
import { Count } from "../../parts/signs/count.tsx";
import { navWords } from "../../words/nav.ts";

/** The bar at the bottom of phones. */
export function TabBar() {
  const client = useClient();
  const section = client.section.value;
  const isHome = section === undefined && client.place.value.view === "inbox";
  const toggle = (name: "channels" | "directs") => () => {
    client.section.value = section === name && client.details.value === undefined ? undefined : name;
    client.details.value = undefined;
  };
  const state = client.watch("account", "unread", "channels", "topics", "users");
  const isMember = !isSpectator(state);
  const { directs, mentions } = unreadOf(state);
  return (
    <nav class="shell-tabs" aria-label={navWords().tabs}>
      {isMember && (
        <button
          type="button"
          class="shell-tab"
          aria-current={isHome ? "page" : undefined}
          onClick={() => {
            client.details.value = undefined;
            client.go({ view: "inbox" });
          }}
        >
          <Icon name="inbox" />
          {navWords().inbox}
          <Count value={directs + mentions} kind="loud" />
        </button>
      )}
      <button type="button" class="shell-tab" aria-expanded={section === "channels"} onClick={toggle("channels")}>
        <Icon name="hash" />
        {navWords().channels}
      </button>
      {isMember && (
        <button type="button" class="shell-tab" aria-expanded={section === "directs"} onClick={toggle("directs")}>
          <Icon name="users" />
          {navWords().directsShort}
          <Count value={directs} kind="loud" />
        </button>
      )}
      <button type="button" class="shell-tab" onClick={() => runAction("palette")}>
        <Icon name="search" />
        {navWords().search}
      </button>
    </nav>
  );
}
