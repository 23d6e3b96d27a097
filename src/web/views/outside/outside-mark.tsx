import "./outside.css";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { canEndLink, lastEnd, openLinks } from "../../model/channels/outside-rules.ts";
import { Icon } from "../../parts/icon.tsx";
import { now } from "../../parts/indicators/time.tsx";
import { type MenuEntry, openMenu } from "../../parts/overlays/menu.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { outsideWords } from "../../words/outside.ts";
import { shortDate } from "../../words/time.ts";
import type { OutsideMarkProps } from "../feed/outside-tool.tsx";
import { nameOfUser } from "../people/names.ts";
import { endLinks } from "./end-links.ts";

/**
 * Shows in a header that people outside the organization can see the place. Its menu lists them, and ends their access
 * if the user is allowed to.
 */
export function OutsideMark({ channel, topic }: OutsideMarkProps) {
  const client = useClient();
  const state = client.watch("outside", "account", "users");
  const button = useRef<HTMLButtonElement>(null);
  const links = openLinks(state, channel, topic);
  const w = outsideWords();
  if (links.length === 0) return null;
  const label = w.openUntil(shortDate(lastEnd(links), now.value));
  const entries = (): readonly MenuEntry[] => {
    const ended = links.filter((link) => canEndLink(state, link));
    const people = new Set(ended.flatMap(({ user_ids }) => user_ids));
    const inside = [...new Set(links.flatMap(({ user_ids }) => user_ids))];
    return [
      { title: label },
      ...inside.map((user) => ({
        label: nameOfUser(state, user),
        icon: "user" as const,
        run: () => client.showDetails({ kind: "person", user }),
      })),
      ended.length > 0 && inside.length > 0 && "line",
      ended.length > 0 && {
        label: w.manage,
        icon: "list",
        run: () => client.go({ view: "settings", section: "organization/outside-links" }),
      },
      ended.length > 0 && {
        label: w.end,
        icon: "x",
        danger: true,
        run: () => void endLinks(client, ended, people.size),
      },
    ];
  };
  return (
    <button
      ref={button}
      type="button"
      class="outside-mark"
      aria-haspopup="menu"
      onClick={() => button.current && void openMenu(button.current, label, Promise.resolve(entries()))}
      {...tip(label)}
    >
      <Icon name="door-open" size={16} />
      <span class="outside-mark-text one-line">{label}</span>
    </button>
  );
}
