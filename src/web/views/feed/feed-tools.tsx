import { useClient } from "../../client/client.ts";
import { isPermitted, useAction } from "../../keyboard.ts";
import { loadDeferred } from "../../loads.ts";
import { canResolve } from "../../model/channels/channel-rules.ts";
import { channelById } from "../../model/channels/channels.ts";
import { isResolved, VISIBILITY, visibilityOf } from "../../model/channels/topics.ts";
import type { ChannelId } from "../../model/ids.ts";
import type { FeedRoute } from "../../model/routes/place.ts";
import { ToolButton } from "../../parts/button.tsx";
import { MenuButton } from "../../parts/overlays/menu.tsx";
import { appWords } from "../../words/app.ts";
import { feedWords } from "../../words/feed.ts";
import { keysWords } from "../../words/help.ts";
import type { Topic } from "../dialogs/topic-actions.ts";

/** A button and key to jump to a day's messages. */
export function DateTool({ place }: { readonly place: FeedRoute }) {
  const client = useClient();
  const open = async () => (await loadDeferred()).openJumpToDate(client, place);
  useAction("jumpToDate", open);
  return <ToolButton icon="calendar-clock" label={keysWords().actions.jumpToDate} action="jumpToDate" onClick={open} />;
}

export function PeopleTool() {
  const client = useClient();
  const isOpen = client.details.value?.kind === "people";
  const toggle = () => {
    client.details.value = isOpen ? undefined : { kind: "people" };
  };
  if (!isPermitted("people")) return null;
  return <ToolButton icon="users" label={feedWords().people} pressed={isOpen} onClick={toggle} />;
}

export function TopicTools(topic: Topic) {
  const client = useClient();
  const state = client.watch("topics", "channels", "groups", "realm");
  const channel = channelById(state, topic.channel);
  const visibility = visibilityOf(state, topic.channel, topic.topic);
  const w = feedWords();
  const mayResolve = channel !== undefined && topic.topic !== "" && canResolve(state, channel);
  const isDone = isResolved(topic.topic);
  const switchTo = (value: (typeof VISIBILITY)[keyof typeof VISIBILITY]) => async () =>
    (await loadDeferred()).toggleVisibility(client, topic, value);
  const resolve = async () => (await loadDeferred()).toggleResolved(client, topic);
  useAction("resolveTopic", resolve, mayResolve);
  useAction("followTopic", switchTo(VISIBILITY.followed));
  useAction("muteTopic", switchTo(VISIBILITY.muted));
  const isFollowed = visibility === VISIBILITY.followed;
  return (
    <>
      {isPermitted("followTopic") && (
        <span class="place-wide">
          <ToolButton
            icon="bell-ring"
            label={w.follow}
            action="followTopic"
            pressed={isFollowed}
            onClick={switchTo(VISIBILITY.followed)}
          />
        </span>
      )}
      {mayResolve && isPermitted("resolveTopic") && (
        <span class="place-wide">
          <ToolButton
            icon="circle-check"
            label={isDone ? w.unresolve : w.resolve}
            action="resolveTopic"
            pressed={isDone}
            onClick={resolve}
          />
        </span>
      )}
      <PeopleTool />
      <MenuButton
        icon="ellipsis"
        label={appWords().more}
        entries={async () => (await loadDeferred()).topicMenu(client, topic)}
      />
    </>
  );
}

export function ChannelTools({ channel }: { readonly channel: ChannelId }) {
  const client = useClient();
  return (
    <>
      <PeopleTool />
      <MenuButton
        icon="ellipsis"
        label={appWords().more}
        entries={async () => (await loadDeferred()).channelMenu(client, channel)}
      />
    </>
  );
}
