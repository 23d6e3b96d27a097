import { useClient } from "../../client/client.ts";
import { isPermitted, useAction } from "../../keyboard.ts";
import { loadDeferred } from "../../loads.ts";
import { canResolve } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import { VISIBILITY, visibilityOf } from "../../model/channels/topics.ts";
import type { FeedRoute, Route } from "../../model/routes/place.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Icon } from "../../parts/icon.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { tip } from "../../parts/overlays/overlays.tsx";
import { appWords, firstActionsWords } from "../../words/app.ts";
import { feedWords } from "../../words/feed.ts";
import { VisibilityMark } from "../channels/conversation-marks.tsx";

interface PlaceProps {
  readonly place: FeedRoute;
}

/** Binds the key that opens a dialog for jumping to a day. Returns a function that opens it. */
function useJumpToDate(place: FeedRoute): () => Promise<void> {
  const client = useClient();
  const open = async () => (await loadDeferred()).openJumpToDate(client, place);
  useAction("jumpToDate", open);
  return open;
}

/** A button and key to jump to a day's messages. */
export function DateTool({ place }: PlaceProps) {
  const open = useJumpToDate(place);
  return <ToolButton icon="calendar-clock" label={firstActionsWords().jumpToDate} action="jumpToDate" onClick={open} />;
}

const Faces = lazyView<PlaceProps>(async () => (await loadDeferred()).ConversationFaces, {
  Waiting: () => <Icon name="users" size={17} />,
});

const OutsideTool = lazyView<PlaceProps>(async () => (await loadDeferred()).OutsideTool);

/** A button with the avatars of a conversation's people. Toggles the details pane. */
function PeopleTool({ place }: PlaceProps) {
  const client = useClient();
  const isOpen = client.details.value?.kind === "people";
  const toggle = () => client.showDetails(isOpen ? undefined : { kind: "people" });
  if (!isPermitted("people")) return null;
  const label = feedWords().people;
  return (
    <button
      type="button"
      class="tool-button tool-button-m people-tool"
      aria-pressed={isOpen}
      onClick={toggle}
      {...tip(label)}
    >
      <span class="for-readers">{label}</span>
      <Faces place={place} />
    </button>
  );
}

/** The marks, people and menu in a place's header. */
export function PlaceTools({ place }: PlaceProps) {
  const client = useClient();
  useJumpToDate(place);
  return (
    <>
      {place.view === "channel" && <VisibilityMark channel={place.channel} />}
      <OutsideTool place={place} />
      <PeopleTool place={place} />
      <MenuButton
        icon="ellipsis"
        label={appWords().more}
        entries={async () => (await loadDeferred()).placeMenu(client, place)}
      />
    </>
  );
}

/** Handles the keys of a topic, and shows that it is followed or muted. */
export function TopicTools({ place }: { readonly place: Extract<Route, { readonly view: "topic" }> }) {
  const client = useClient();
  const state = client.watch("topics", "channels", "groups", "realm");
  const channel = channelById(state, place.channel);
  const mayResolve = channel !== undefined && place.topic !== "" && canResolve(state, channel);
  const switchTo = (value: (typeof VISIBILITY)[keyof typeof VISIBILITY]) => async () =>
    (await loadDeferred()).toggleVisibility(client, place, value);
  useAction("resolveTopic", async () => (await loadDeferred()).toggleResolved(client, place), mayResolve);
  useAction("followTopic", switchTo(VISIBILITY.followed));
  useAction("muteTopic", switchTo(VISIBILITY.muted));
  return (
    <>
      {visibilityOf(state, place.channel, place.topic) === VISIBILITY.followed ? (
        <ToolButton
          icon="bell-ring"
          label={feedWords().follow}
          action="followTopic"
          pressed
          onClick={switchTo(VISIBILITY.followed)}
        />
      ) : (
        <VisibilityMark {...place} />
      )}
      <PlaceTools place={place} />
    </>
  );
}
