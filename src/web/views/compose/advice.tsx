import { useComputed } from "@preact/signals";
import { useClient } from "../../client/client.ts";
import { runAction } from "../../keyboard.ts";
import { canAddSubscribers, canSubscribe } from "../../model/channels/channel-permissions.ts";
import { channelById, subscriptionTo } from "../../model/channels/channels.ts";
import { isResolved, VISIBILITY, visibilityOf } from "../../model/channels/topics.ts";
import { mentionsIn } from "../../model/completion/candidate.ts";
import type { ChannelId, UserId } from "../../model/ids.ts";
import { userById } from "../../model/people/users.ts";
import { isSameTarget, type Target, targetOf } from "../../model/routes/conversation.ts";
import type { Route } from "../../model/routes/place.ts";
import type { State } from "../../model/state.ts";
import { composeWords } from "../../words/compose.ts";
import { attempt } from "../attempt.ts";
import { joinChannel } from "../channels/channel-actions.ts";
import { membersOf, noteMembers } from "./completion/members-and-topics.ts";
import type { Composition } from "./composition.ts";
import { TopicLesson } from "./lessons.tsx";
import { listedNames, Notice } from "./notices.tsx";
import { isWithin, whereOf } from "./target/target.ts";

interface AdviceProps {
  readonly composition: Composition;
  readonly place: Route;
  readonly target: Target;
}

/** Notices about the destination of the message being written. */
export function Advice({ composition, place, target }: AdviceProps) {
  const client = useClient();
  const state = client.watch("channels", "topics", "users");
  const written = useComputed(() => composition.text.value.trim() !== "").value;
  const { notices } = composeWords();
  const here = targetOf(place, state.user_id);
  return (
    <>
      {written && here !== undefined && !isWithin(place, target, state.user_id) && whereOf(state, target) !== "" && (
        <Notice icon="corner-up-right" action={{ label: notices.backHere, run: () => composition.bringHere() }}>
          {notices.elsewhere(whereOf(state, target))}
        </Notice>
      )}
      {target.kind === "topic" && target.channel !== undefined && (
        <OfTopic
          composition={composition}
          channel={target.channel}
          topic={target.topic}
          written={written}
          shown={isSameTarget(here, target)}
        />
      )}
      {target.kind === "direct" && written && <OfPeople users={target.users} />}
    </>
  );
}

interface OfTopicProps {
  readonly composition: Composition;
  readonly channel: ChannelId;
  readonly topic: string;
  readonly written: boolean;
  /** True if this topic is on screen. */
  readonly shown: boolean;
}

function OfTopic({ composition, channel: id, topic, written, shown }: OfTopicProps) {
  const client = useClient();
  const state = client.watch("channels", "topics");
  const channel = channelById(state, id);
  const { notices } = composeWords();
  if (channel === undefined) return null;
  const unmute = () =>
    attempt(client, () =>
      client.api.post("/user_topics", {
        stream_id: id,
        topic: topic.trim(),
        visibility_policy: subscriptionTo(state, id)?.is_muted ? VISIBILITY.unmuted : VISIBILITY.inherited,
      }),
    );
  return (
    <>
      {subscriptionTo(state, id) === undefined && canSubscribe(state, channel) && (
        <Notice isQuiet={!written} action={{ label: notices.join, run: () => void joinChannel(client, channel) }}>
          {notices.notInChannel(channel.name)}
        </Notice>
      )}
      {written && visibilityOf(state, id, topic.trim()) === VISIBILITY.muted && (
        <Notice icon="bell-off" action={{ label: notices.unmute, run: unmute }}>
          {notices.muted}
        </Notice>
      )}
      {written && isResolved(topic) && (
        <Notice
          icon="check"
          action={shown ? { label: notices.reopen, run: () => runAction("resolveTopic") } : undefined}
        >
          {notices.resolved}
        </Notice>
      )}
      {topic.trim() !== "" && <TopicLesson composition={composition} topic={topic.trim()} />}
      {written && <Unreached composition={composition} channel={id} />}
    </>
  );
}

function OfPeople({ users }: { readonly users: readonly UserId[] }) {
  const state = useClient().watch("users", "realm", "account");
  const guests = users
    .map((id) => userById(state, id))
    .filter((user) => user?.is_guest && user.user_id !== state.user_id);
  if (!state.realm_enable_guest_user_dm_warning || state.is_guest || guests.length === 0) return null;
  const names = listedNames(guests.map((user) => user?.full_name ?? ""));
  return <Notice icon="user">{composeWords().notices.guests(guests.length, names)}</Notice>;
}

/** A notice about mentioned users who aren't subscribed to the channel, with a button that subscribes them. */
function Unreached({ composition, channel }: { readonly composition: Composition; readonly channel: ChannelId }) {
  const client = useClient();
  const state = client.watch("channels", "users", "groups");
  const mentioned = useComputed(() => mentionedUsers(client.watch("users"), composition.text.value).join()).value;
  const ids = mentioned === "" ? [] : mentioned.split(",").map(Number);
  const members = ids.length === 0 ? undefined : membersOf(client, channel).value;
  const out = members === undefined ? [] : ids.filter((id) => !members.has(id));
  const found = channelById(state, channel);
  if (out.length === 0 || found === undefined) return null;
  const { name } = found;
  const mayAdd = canAddSubscribers(state, found);
  const { notices } = composeWords();
  const add = async () => {
    const fields = { subscriptions: [{ name }], principals: out };
    if (await attempt(client, () => client.api.post("/users/me/subscriptions", fields)))
      noteMembers(client, channel, out);
  };
  return (
    <Notice icon="user-plus" action={mayAdd ? { label: notices.add, run: add } : undefined}>
      {notices.unreached(listedNames(out.map((id) => userById(state, id)?.full_name ?? "")), out.length, name)}
    </Notice>
  );
}

/** Returns the users mentioned by name. Excludes bots, because they receive the messages anyway. */
function mentionedUsers(state: State, text: string): UserId[] {
  if (!text.includes("@**")) return [];
  const found = mentionsIn(text).flatMap(({ kind, name, id }) => {
    if (kind === "group") return [];
    const user = id === undefined ? state.realm_users.find((one) => one.full_name === name) : userById(state, id);
    return user === undefined || user.is_bot || user.user_id === state.user_id ? [] : [user.user_id];
  });
  return [...new Set(found)];
}
