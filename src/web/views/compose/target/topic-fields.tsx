import type { RefObject } from "preact";
import { useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { colorOf } from "../../../model/channels/channel-list.ts";
import { canPost } from "../../../model/channels/channel-permissions.ts";
import { topicsPolicy } from "../../../model/channels/channel-rules.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { NamedChannel } from "../../../model/completion/candidate.ts";
import { channelsIndex, distanceOfChannels } from "../../../model/completion/completables.ts";
import { rankedTopics } from "../../../model/completion/complete.ts";
import type { ChannelId } from "../../../model/ids.ts";
import { ranked } from "../../../model/match.ts";
import type { Target } from "../../../model/routes/conversation.ts";
import { Icon } from "../../../parts/icon.tsx";
import { appWords } from "../../../words/app.ts";
import { channelsWords } from "../../../words/channels.ts";
import { composeWords } from "../../../words/compose.ts";
import { CandidateRow } from "../completion/completion-list.tsx";
import { topicsOf } from "../completion/members-and-topics.ts";
import { SuggestInput } from "../completion/suggest-input.tsx";
import { useWanted } from "../composer-keys-and-focus.ts";
import type { Composition } from "../composition.ts";

const LIMIT = 8;

interface TopicFieldsProps {
  readonly composition: Composition;
  readonly target: Extract<Target, { kind: "topic" }>;
  readonly onDone: () => void;
}

/** The channel's icon in the line that shows where a message goes. */
export function ChannelHash({ id }: { readonly id: ChannelId | undefined }) {
  const state = useClient().watch("channels");
  const channel = id === undefined ? undefined : channelById(state, id);
  const color = id === undefined ? undefined : colorOf(state, id);
  return (
    <span class="composer-hash" style={{ "--channel": color }}>
      <Icon name={channel?.invite_only ? "lock" : "hash"} size={14} />
    </span>
  );
}

export function TopicFields({ composition, target, onDone }: TopicFieldsProps) {
  const topicInput = useRef<HTMLInputElement>(null);
  const channelInput = useRef<HTMLInputElement>(null);
  useWanted(composition, "target", () => (target.channel === undefined ? channelInput : topicInput).current, "topic");
  return (
    <>
      <ChannelField
        input={channelInput}
        channel={target.channel}
        onChannel={(channel) => {
          composition.retarget({ ...target, channel });
          topicInput.current?.focus();
        }}
      />
      <span aria-hidden="true">›</span>
      <TopicField composition={composition} target={target} input={topicInput} onDone={onDone} />
    </>
  );
}

interface ChannelFieldProps {
  readonly channel: ChannelId | undefined;
  readonly input: RefObject<HTMLInputElement | null>;
  readonly onChannel: (channel: ChannelId) => void;
}

function ChannelField({ channel, input, onChannel }: ChannelFieldProps) {
  const client = useClient();
  const state = client.watch("channels", "groups");
  const name = channel === undefined ? "" : (channelById(state, channel)?.name ?? "");
  const [typed, setTyped] = useState<string>();
  const text = typed ?? name;
  const compose = composeWords();
  const distance = distanceOfChannels(state, channel);
  const open = channelsIndex(state).filter(({ thing }) => {
    const one = channelById(state, thing.id);
    return one !== undefined && canPost(state, one);
  });
  return (
    <>
      <ChannelHash id={channel} />
      <SuggestInput<NamedChannel>
        class="composer-topic"
        label={appWords().channel}
        placeholder={compose.chooseChannel}
        none={channelsWords().none}
        text={text}
        input={input}
        onText={setTyped}
        options={ranked(open, typed ?? "", { limit: LIMIT, distance: ({ id }) => distance(id) })}
        keyOf={({ id }) => id}
        row={(one) => <CandidateRow candidate={{ kind: "channel", channel: one }} />}
        onTake={({ id }) => {
          setTyped(undefined);
          onChannel(id);
        }}
        onBlur={() => setTyped(undefined)}
      />
    </>
  );
}

function TopicField({
  composition,
  target,
  input,
  onDone,
}: TopicFieldsProps & { readonly input: RefObject<HTMLInputElement | null> }) {
  const client = useClient();
  const state = client.watch("channels", "realm");
  const compose = composeWords();
  const app = appWords();
  const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
  const policy = channel && topicsPolicy(state, channel);
  const empty = state.realm_empty_topic_display_name;
  const topics = (target.channel !== undefined && topicsOf(client, target.channel)) || [];
  if (policy === "empty_topic_only") return <b class="composer-no-topic">{empty}</b>;
  return (
    <SuggestInput<string>
      class="composer-topic"
      free
      label={app.topic}
      placeholder={policy === "disable_empty_topic" ? app.topic : compose.topicOptional(empty)}
      text={target.topic}
      input={input}
      maxLength={state.max_topic_length}
      onText={(topic) => composition.retopic(topic)}
      options={rankedTopics(topics, target.topic).filter((topic) => topic !== "")}
      keyOf={(topic) => topic}
      row={(topic) => <span class="compose-option-name one-line">{topic}</span>}
      onTake={(topic) => {
        composition.retarget({ ...target, topic });
        onDone();
      }}
      onEnter={onDone}
    />
  );
}
