import { useRef, useState } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { isPermitted } from "../../../keyboard.ts";
import { hasOneConversation } from "../../../model/channels/channel-rules.ts";
import { channelById } from "../../../model/channels/channels.ts";
import type { Person } from "../../../model/completion/candidate.ts";
import { distanceOfPeople, peopleIndex } from "../../../model/completion/completables.ts";
import type { UserId } from "../../../model/ids.ts";
import { ranked } from "../../../model/match.ts";
import type { Target } from "../../../model/routes/conversation.ts";
import { ToolButton } from "../../../parts/button.tsx";
import { Icon } from "../../../parts/icon.tsx";
import { composeWords } from "../../../words/compose.ts";
import { listed } from "../../../words/format.ts";
import { TopicLabel } from "../../channels/conversation-marks.tsx";
import { CandidateRow } from "../completion/completion-list.tsx";
import { SuggestInput } from "../completion/suggest-input.tsx";
import { useWanted } from "../composer-keys-and-focus.ts";
import type { Composition } from "../composition.ts";
import { recipientNames } from "./target.ts";
import { ChannelHash, TopicFields } from "./topic-fields.tsx";

export function TargetLine({ composition, target }: { readonly composition: Composition; readonly target: Target }) {
  const compose = composeWords();
  if (!composition.changesTarget.value) {
    return (
      <>
        <TargetName target={target} />
        {isPermitted("composeTopic") && (
          <ToolButton size="s" icon="pencil" label={compose.changeTarget} onClick={() => composition.changeTarget()} />
        )}
      </>
    );
  }
  const done = () => composition.targetDone();
  if (target.kind === "topic") {
    return (
      <div class="composer-fields">
        <TopicFields composition={composition} target={target} onDone={done} />
      </div>
    );
  }
  return (
    <div class="composer-fields">
      <DirectFields composition={composition} users={target.users} onDone={done} />
    </div>
  );
}

function TargetName({ target }: { readonly target: Target }) {
  const client = useClient();
  if (target.kind === "direct") {
    const state = client.watch("users");
    return (
      <span class="composer-where one-line">
        <Icon name={target.users.length > 1 ? "users" : "user"} size={14} />
        <b>{listed(recipientNames(state, target.users))}</b>
      </span>
    );
  }
  const state = client.watch("channels", "realm");
  const channel = target.channel === undefined ? undefined : channelById(state, target.channel);
  const topic = target.topic.trim();
  if (topic === "" && channel !== undefined && hasOneConversation(state, channel)) {
    return (
      <span class="composer-where one-line">
        <ChannelHash id={target.channel} />
        <b>
          <bdi>{channel.name}</bdi>
        </b>
      </span>
    );
  }
  return (
    <span class="composer-where one-line">
      <ChannelHash id={target.channel} />
      <bdi>{channel?.name}</bdi>
      <span aria-hidden="true">›</span>
      <b class={topic === "" ? "composer-no-topic" : undefined}>
        <bdi>
          <TopicLabel state={state} topic={topic} />
        </bdi>
      </b>
    </span>
  );
}

interface DirectFieldsProps {
  readonly composition: Composition;
  readonly users: readonly UserId[];
  readonly onDone: () => void;
}

function DirectFields({ composition, users, onDone }: DirectFieldsProps) {
  const client = useClient();
  const state = client.watch("users", "unread");
  const [typed, setTyped] = useState("");
  const input = useRef<HTMLInputElement>(null);
  useWanted(composition, "target", () => input.current, "direct");
  const compose = composeWords();
  const distance = distanceOfPeople(state, { messages: [], users: [], subscribers: undefined });
  const others = peopleIndex(state).filter(({ thing }) => !users.includes(thing.id));
  const choose = (chosen: readonly UserId[]) => composition.retarget({ kind: "direct", users: chosen });
  return (
    <>
      <ul class="composer-people" aria-label={compose.people}>
        {users.map((id, at) => (
          <li key={id} class="composer-person">
            <bdi>{recipientNames(state, [id])[0]}</bdi>
            <button
              type="button"
              class="composer-remove"
              aria-label={compose.removePerson(recipientNames(state, [id])[0] ?? "")}
              onClick={() => {
                choose(users.filter((one) => one !== id));
                input.current?.focus();
              }}
            >
              <Icon name="x" size={12} />
            </button>
            {at < users.length - 1 && <span class="for-readers">, </span>}
          </li>
        ))}
      </ul>
      <SuggestInput<Person>
        label={compose.addPeople}
        placeholder={users.length === 0 ? compose.people : compose.addPeople}
        text={typed}
        input={input}
        none={compose.noPersonMatch}
        onText={setTyped}
        free={typed === "" && users.length > 0}
        options={ranked(others, typed, { limit: 8, distance: ({ id }) => distance(id) })}
        keyOf={({ id }) => id}
        row={(person) => <CandidateRow candidate={{ kind: "person", person }} />}
        onTake={({ id }) => {
          setTyped("");
          // The user is always a participant, so they are listed only for messages to themselves.
          const others = [...users, id].filter((one) => one !== state.user_id);
          choose(others.length === 0 ? [id] : others);
        }}
        onEnter={() => users.length > 0 && onDone()}
        onBack={() => choose(users.slice(0, -1))}
      />
    </>
  );
}
