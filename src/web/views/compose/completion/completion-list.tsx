import "../markdown-field.css";
import type { ComponentChildren, RefObject } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import { channelById, subscriptionTo } from "../../../model/channels/channels.ts";
import { topicName } from "../../../model/channels/topics.ts";
import type { Candidate } from "../../../model/completion/candidate.ts";
import { excerptOf } from "../../../model/messages/excerpt.ts";
import { userById } from "../../../model/people/users.ts";
import { serverNow } from "../../../model/server-time.ts";
import { Emoji } from "../../../parts/emoji/emoji.tsx";
import { Options } from "../../../parts/fields/options.tsx";
import { Icon, type IconName } from "../../../parts/icon.tsx";
import { Avatar } from "../../../parts/indicators/avatar.tsx";
import { composeWords } from "../../../words/compose.ts";
import { dayAndTime } from "../../../words/time.ts";
import { ChannelMark } from "../../channels/conversation-marks.tsx";
import type { Offer } from "./completer.ts";

interface CompletionListProps {
  readonly id: string;
  readonly area: RefObject<HTMLElement | null>;
  readonly offer: Offer;
  readonly chosen: number;
  readonly onTake: (at: number) => void;
  readonly onChoose: (at: number) => void;
}

/**
 * Returns the element that the list must not cover: the composer, or just the field if the composer takes up half the
 * window's height or more.
 */
function frameOf(field: HTMLElement | null): HTMLElement | null {
  const frame = field?.closest<HTMLElement>(".compose-frame") ?? null;
  return frame !== null && frame.offsetHeight < innerHeight / 2 ? frame : field;
}

/**
 * The completion list. The focus stays in the field, which refers to the chosen option with `aria-activedescendant`.
 */
export function CompletionList({ id, area, offer, chosen, onTake, onChoose }: CompletionListProps) {
  const list = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    list.current?.children[chosen]?.scrollIntoView({ block: "nearest" });
  }, [chosen, offer]);
  return (
    <Options class="compose-options" below={() => frameOf(area.current)}>
      <div ref={list} id={id} role="listbox" aria-label={composeWords().completions}>
        {offer.candidates.map((candidate, at) => (
          // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
          <div
            key={candidateKey(candidate)}
            id={`${id}-${at}`}
            role="option"
            class="option"
            tabIndex={-1}
            aria-selected={at === chosen}
            onPointerDown={(event) => event.preventDefault()}
            onPointerMove={() => at !== chosen && onChoose(at)}
            onClick={() => onTake(at)}
          >
            <CandidateRow candidate={candidate} />
          </div>
        ))}
      </div>
    </Options>
  );
}

function candidateKey(candidate: Candidate): string {
  switch (candidate.kind) {
    case "person":
      return `person ${candidate.person.id}`;
    case "group":
      return `group ${candidate.group.id}`;
    case "wildcard":
      return `wildcard ${candidate.wildcard}`;
    case "channel":
      return `channel ${candidate.channel.id}`;
    case "topic":
      return `topic ${candidate.topic}`;
    case "emoji":
      return `emoji ${candidate.emoji.name}`;
    case "command":
      return `command ${candidate.command}`;
    case "language":
      return `language ${candidate.language}`;
    case "bot command":
      return `bot command ${candidate.command.name}`;
    case "time":
      return `time ${candidate.choice}`;
  }
}

interface RowProps {
  readonly mark: ComponentChildren;
  readonly name: string;
  readonly more?: string | undefined;
}

const Row = ({ mark, name, more }: RowProps) => (
  <>
    <span class="compose-option-mark" aria-hidden="true">
      {mark}
    </span>
    <bdi class="compose-option-name one-line">{name}</bdi>
    {more !== undefined && more !== "" && <bdi class="compose-option-more one-line">{more}</bdi>}
  </>
);

const icon = (name: IconName) => <Icon name={name} />;

export function CandidateRow({ candidate }: { readonly candidate: Candidate }) {
  const client = useClient();
  const compose = composeWords();
  switch (candidate.kind) {
    case "person": {
      const { id, name, email, isBot } = candidate.person;
      const mark = <Avatar size="s" id={id} name={name} src={userById(client.watch("users"), id)?.avatar_url} />;
      return <Row mark={mark} name={name} more={isBot ? compose.bot : email} />;
    }
    case "group":
      return <Row mark={icon("users")} name={candidate.group.name} more={candidate.group.description} />;
    case "wildcard":
      return <Row mark={icon("at-sign")} name={candidate.wildcard} more={compose.everybody[candidate.wildcard]} />;
    case "channel": {
      const { id, name } = candidate.channel;
      const state = client.watch("channels");
      const channel = channelById(state, id);
      const joined = subscriptionTo(state, id) !== undefined;
      return (
        <Row
          mark={channel ? <ChannelMark channel={channel} /> : icon("hash")}
          name={name}
          more={joined && channel ? excerptOf(channel.rendered_description, state) : compose.notSubscribed}
        />
      );
    }
    case "topic":
      return (
        <Row
          mark={icon("message-square")}
          name={topicName(client.watch("realm"), candidate.topic)}
          more={`#${candidate.channel.name}`}
        />
      );
    case "emoji": {
      const { name, type, code, picture } = candidate.emoji;
      const mark = <Emoji silent emoji={{ name, type, code, src: picture }} />;
      return <Row mark={<span class="compose-option-emoji">{mark}</span>} name={`:${name}:`} />;
    }
    case "command":
      return <Row mark="/" name={candidate.command} more={compose.commands[candidate.command]} />;
    case "bot command": {
      const { name, usage, description } = candidate.command;
      return <Row mark="/" name={usage === "" ? name : `${name} ${usage}`} more={description} />;
    }
    case "language": {
      const meanings: Readonly<Record<string, string>> = compose.languages;
      return <Row mark={icon("code")} name={candidate.language} more={meanings[candidate.language]} />;
    }
    case "time": {
      const { choice, at } = candidate;
      return (
        <Row
          mark={icon("clock")}
          name={compose.times[choice]}
          more={at && dayAndTime(at.getTime() / 1000, serverNow())}
        />
      );
    }
  }
}
