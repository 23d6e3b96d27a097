import type { ComponentType } from "preact";
import { useClient } from "../../client/client.ts";
import { isPermitted } from "../../keyboard.ts";
import { ACTIONS, type ActionName } from "../../keys.ts";
import { loadBoards, loadDeferred, loadLater, settings } from "../../loads.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { UserId } from "../../model/ids.ts";
import { userById } from "../../model/people/users.ts";
import { isFeedPlace, type Route } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { lazyView } from "../../parts/lazy-view.tsx";
import { Skeleton } from "../../parts/progress.tsx";
import { loadWords } from "../../words/language/choose-words.ts";
import { navWords } from "../../words/nav.ts";
import { FeedScreen } from "../feed/feed-screen.tsx";
import { LoadFailure } from "../frame/load-failure.tsx";
import { ScreenHeader } from "../frame/screen-header.tsx";
import { Inbox } from "../inbox/inbox.tsx";

/** The frame of a screen that is loading. */
function LateScreen({ place }: { readonly place: Route }) {
  const state = useClient().watch("channels");
  const title =
    place.view === "topics"
      ? channelById(state, place.channel)?.name
      : navWords()[place.view as Exclude<keyof typeof LATER, "topics">];
  return (
    <>
      <ScreenHeader title={title} isLate />
      <Skeleton of={place.view === "settings" || place.view === "about" ? "fields" : "rows"} />
    </>
  );
}

const screen = <P extends Route>(load: () => Promise<ComponentType<{ place: P }>>) =>
  lazyView<{ place: P }>(load, { Waiting: LateScreen, Missing: LoadFailure });

/**
 * Screens that are loaded when first shown. The screens that everyone sees on each visit are part of the page's script.
 */
const LATER = {
  drafts: screen(async () => (await loadDeferred()).Drafts),
  scheduled: screen(async () => (await loadLater()).Scheduled),
  reminders: screen(async () => (await loadLater()).Reminders),
  channels: screen(async () => (await loadDeferred()).Channels),
  recent: screen(async () => (await loadDeferred()).Recent),
  search: screen(async () => (await loadDeferred()).SearchScreen),
  topics: screen(async () => (await loadDeferred()).TopicList),
  board: screen(async () => (await loadBoards()).BoardScreen),
  settings: screen(async () => (await Promise.all([settings(), loadWords("settings")]))[0].Settings),
  about: screen(async () => (await loadDeferred()).About),
} satisfies { [V in Route["view"]]?: ComponentType<{ place: Extract<Route, { view: V }> }> };

const ForMembers = lazyView(async () => (await loadDeferred()).ForMembers);

/** True if a place has no content without an account. */
function isForMembers({ view }: Route): boolean {
  const action = view === "direct" ? "composeDirect" : view;
  return action in ACTIONS && !isPermitted(action as ActionName);
}

const NoChannel = lazyView(async () => (await loadDeferred()).NoChannel, { Missing: LoadFailure });

const NoPerson = lazyView(async () => (await loadDeferred()).NoPerson, { Missing: LoadFailure });

/**
 * True if a place's channel is unknown, or if it is a conversation with an unknown user and no earlier messages. False
 * if a topic link has `with`, because that message may lead to the topic's current channel.
 */
export function isNowhere(state: State, place: Route): boolean {
  if (place.view === "direct") {
    const isKnown = (id: UserId) =>
      userById(state, id) !== undefined ||
      state.recent_private_conversations.some(({ user_ids }) => user_ids.includes(id));
    return !place.users.every(isKnown);
  }
  return (
    "channel" in place &&
    place.view !== "channels" &&
    channelById(state, place.channel) === undefined &&
    (place.view !== "topic" || place.with === undefined)
  );
}

export function Screen({ place }: { place: Route }) {
  if (isForMembers(place)) return <ForMembers />;
  const state = useClient().watch("channels", "users");
  if (isNowhere(state, place)) return place.view === "direct" ? <NoPerson /> : <NoChannel />;
  if (place.view === "inbox") return <Inbox />;
  if (place.view in LATER) {
    // The table's type ensures that each screen gets only places of its view.
    const Later = LATER[place.view as keyof typeof LATER] as ComponentType<{ place: Route }>;
    return <Later place={place} />;
  }
  return isFeedPlace(place) ? <FeedScreen place={place} /> : null;
}
