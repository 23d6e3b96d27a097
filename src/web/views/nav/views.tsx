import { useClient } from "../../client/client.ts";
import type { Place } from "../../model/places/place.ts";
import { unreadOf } from "../../model/unread/unread-counts.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { navWords } from "../../words/nav.ts";
import { Row } from "./row.tsx";

/** The views of all conversations; drafts, scheduled messages and reminders are listed while there are some. */
export function Views() {
  const client = useClient();
  const state = client.watch("unread", "channels", "topics", "users", "starred", "later");
  const drafts = client.drafts.all.value;
  const unread = unreadOf(state);
  const w = navWords();
  const view = (
    place: Place,
    icon: IconName,
    name: string,
    rest: { count?: number; isStock?: boolean; isLoud?: boolean; isMentioned?: boolean } = {},
  ) => (
    <li>
      <Row place={place} name={name} mark={<Icon name={icon} />} {...rest} />
    </li>
  );
  return (
    <ul class="nav-views">
      {view({ view: "inbox" }, "inbox", w.inbox, { count: unread.total, isLoud: unread.directs + unread.mentions > 0 })}
      {view({ view: "recent" }, "clock", w.recent)}
      {view({ view: "combined" }, "list", w.combined)}
      {view({ view: "mentions" }, "at-sign", w.mentions, { count: unread.mentions, isMentioned: unread.mentions > 0 })}
      {view(
        { view: "starred" },
        "star",
        w.starred,
        state.user_settings.starred_message_counts ? { count: state.starred_messages.length, isStock: true } : {},
      )}
      {drafts.length > 0 && view({ view: "drafts" }, "pencil", w.drafts, { count: drafts.length, isStock: true })}
      {state.scheduled_messages.length > 0 &&
        view({ view: "scheduled" }, "calendar-clock", w.scheduled, {
          count: state.scheduled_messages.length,
          isStock: true,
        })}
      {state.reminders.length > 0 &&
        view({ view: "reminders" }, "bell", w.reminders, { count: state.reminders.length, isStock: true })}
    </ul>
  );
}
