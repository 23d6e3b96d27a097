import { computed, effect, signal } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import { channelById } from "../../model/channels/channels.ts";
import { topicName, VISIBILITY, visibilityByKey } from "../../model/channels/topics.ts";
import type { Route } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { labelled } from "../../words/app.ts";
import { number } from "../../words/format.ts";
import { keysWords } from "../../words/help.ts";
import { navWords } from "../../words/nav.ts";
import { nameOfDirect } from "../people/names.ts";

async function iconWithDot(address: string): Promise<string> {
  const drawing = await (await fetch(address)).text();
  const dot = '<circle cx="78%" cy="22%" r="20%" fill="#e0a526"/>';
  return `data:image/svg+xml,${encodeURIComponent(drawing.replace("</svg>", `${dot}</svg>`))}`;
}

/** Delay before setting the badge, which takes longer than all other work after an event. */
const BADGE_AFTER_MS = 500;

/** Shows the number of unread messages in the page title, page icon, and the installed app's badge. */
export function followUnread(client: Client): void {
  const icon = document.querySelector<HTMLLinkElement>('link[rel="icon"]');
  const plain = icon?.href ?? "";
  let dotted: Promise<string> | undefined;
  const count = computed(() => countInTitle(client.watch("unread", "topics", "channels", "users", "account", "realm")));
  const isUnread = computed(() => count.value > 0);
  let isBadgeDue = false;
  effect(() => {
    const state = client.watch("topics", "channels", "users", "account", "realm");
    const unread = isUnread.value ? `(${number(count.value)}) ` : "";
    document.title = `${unread}${nameOfPlace(state, client.place.value)} – ${state.realm_name}`;
  });
  effect(() => {
    if (isUnread.value) dotted ??= iconWithDot(plain);
    const change = (address: string) => icon?.setAttribute("href", isUnread.peek() ? address : plain);
    // If the icon can't be loaded, it stays unchanged.
    if (icon !== null) dotted?.then(change, () => {});
  });
  effect(() => {
    void count.value;
    if (isBadgeDue || !("setAppBadge" in navigator)) return;
    isBadgeDue = true;
    setTimeout(() => {
      isBadgeDue = false;
      const badge = isUnread.peek() ? navigator.setAppBadge(count.peek()) : navigator.clearAppBadge();
      badge.catch(() => {});
    }, BADGE_AFTER_MS);
  });
}

/** The name of the shown settings section, or undefined until the settings are loaded. */
export const sectionInTitle = signal<string | undefined>(undefined);

function nameOfPlace(state: State, place: Route): string {
  const w = navWords();
  switch (place.view) {
    case "topic":
      return `#${channelById(state, place.channel)?.name ?? ""} › ${topicName(state, place.topic)}`;
    case "topics":
    case "channel":
      return `#${channelById(state, place.channel)?.name ?? ""}`;
    case "board":
      return `#${channelById(state, place.channel)?.name ?? ""} › ${w.board}`;
    case "direct":
      return nameOfDirect(state, place.users);
    case "search": {
      const text = place.terms.find(({ operator }) => operator === "search")?.operand;
      return text === undefined ? w.search : labelled(w.search, String(text));
    }
    case "settings":
      return sectionInTitle.value === undefined
        ? keysWords().actions.settings
        : `${sectionInTitle.value} – ${keysWords().actions.settings}`;
    default:
      return w[place.view];
  }
}

const IN_TITLE = { all: 1, followed: 2, own: 3, none: 4 } as const;

export function countInTitle(state: State): number {
  const { conversations, total } = unreadOf(state);
  const counted = state.user_settings.desktop_icon_count_display;
  if (counted === IN_TITLE.all) return total;
  if (counted === IN_TITLE.none) return 0;
  let sum = 0;
  for (const { key, conversation, count, mentions, isHidden } of conversations.values()) {
    const isFollowed = counted === IN_TITLE.followed && visibilityByKey(state, key) === VISIBILITY.followed;
    const isWhole = conversation.kind === "direct" || isFollowed;
    sum += isWhole && !isHidden ? count : mentions;
  }
  return sum;
}
