import type { ComponentType } from "preact";
import { useEffect, useState } from "preact/hooks";
import type { FeedPlace, Place } from "../../model/place.ts";
import { loadSettingsWords } from "../../words/settings-words.ts";
import { FeedScreen } from "../feed/feed-screen.tsx";
import { Inbox } from "../inbox/inbox.tsx";
import { LoadFailure } from "./load-failure.tsx";

type ScreenOf<P extends Place> = ComponentType<{ place: P }>;
type AnyScreen = ScreenOf<Place>;

/** Screens that are loaded when they are first shown; what everybody sees in every visit comes with the page. */
const LATER = {
  drafts: async () => (await import("../drafts/drafts.tsx")).Drafts,
  scheduled: async () => (await import("../scheduled/scheduled.tsx")).Scheduled,
  reminders: async () => (await import("../reminders/reminders.tsx")).Reminders,
  channels: async () => (await import("../channels/channels.tsx")).Channels,
  recent: async () => (await import("../recent/recent.tsx")).Recent,
  search: async () => (await import("../search/search-screen.tsx")).SearchScreen,
  topics: async () => (await import("../topics/topic-list.tsx")).TopicList,
  settings: async () => {
    const [{ Settings }] = await Promise.all([import("../settings/settings.tsx"), loadSettingsWords()]);
    return Settings;
  },
  about: async () => (await import("../about/about.tsx")).About,
} satisfies { [V in Place["view"]]?: () => Promise<ScreenOf<Extract<Place, { view: V }>>> };

/** The view of a place. */
export function Screen({ place }: { place: Place }) {
  if (place.view === "inbox") return <Inbox />;
  if (place.view in LATER) return <Later view={place.view as keyof typeof LATER} place={place} />;
  return isFeed(place) ? <FeedScreen place={place} /> : null;
}

const FEEDS: ReadonlySet<Place["view"]> = new Set<FeedPlace["view"]>([
  ...(["combined", "mentions", "starred", "reactions", "channel", "topic", "directs", "direct", "search"] as const),
]);
const isFeed = (place: Place): place is FeedPlace => FEEDS.has(place.view);

const loaded = new Map<keyof typeof LATER, AnyScreen>();

function Later({ view, place }: { view: keyof typeof LATER; place: Place }) {
  const [, redraw] = useState({});
  const [failure, setFailure] = useState<unknown>();
  useEffect(() => {
    setFailure(undefined);
    if (loaded.has(view)) return;
    LATER[view]().then((screen) => {
      // The key of the table says which places the screen is given.
      loaded.set(view, screen as AnyScreen);
      redraw({});
    }, setFailure);
  }, [view]);
  const View = loaded.get(view);
  if (failure !== undefined) return <LoadFailure />;
  return View && <View place={place} />;
}
