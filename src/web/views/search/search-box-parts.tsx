import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { arrowTo } from "../../keyboard.ts";
import { channelById } from "../../model/channels/channels.ts";
import type { Term } from "../../model/routes/place.ts";
import type { Suggestion } from "../../model/search/suggest.ts";
import type { State } from "../../model/state.ts";
import { Icon, type IconName } from "../../parts/icon.tsx";
import { searchWords } from "../../words/search.ts";
import { ChannelMark } from "../channels/conversation-marks.tsx";
import { UserFace } from "../people/user-face.tsx";
import { describeSearch, describeTerm } from "./describe.ts";

export const keyOfSuggestion = (suggestion: Suggestion): string => JSON.stringify({ ...suggestion, text: "" });

interface SuggestionRowProps {
  readonly suggestion: Suggestion;
  /** True if the suggestion names the current place. */
  readonly isHere: boolean;
}

export function SuggestionRow({ suggestion, isHere }: SuggestionRowProps) {
  const state = useClient().watch();
  const w = searchWords();
  switch (suggestion.kind) {
    case "words":
      return <SuggestionText mark={<Icon name="search" />} text={w.wordsFor(suggestion.text)} />;
    case "recent":
      return (
        <SuggestionText
          mark={<Icon name="history" />}
          text={describeSearch(suggestion.terms, state)}
          detail={w.recent}
        />
      );
    case "operator":
      return (
        <SuggestionText
          mark={<Icon name="plus" />}
          text={<code>{`${suggestion.negated ? "-" : ""}${suggestion.operator}:`}</code>}
          detail={w.operators[suggestion.operator]}
        />
      );
    case "terms":
      return (
        <SuggestionText
          mark={markOf(suggestion.terms, state)}
          text={describeSearch(suggestion.terms, state)}
          detail={isHere ? w.here : undefined}
        />
      );
  }
}

interface LineProps {
  readonly mark: ComponentChildren;
  readonly text: ComponentChildren;
  readonly detail?: string | undefined;
}

const SuggestionText = ({ mark, text, detail }: LineProps) => (
  <>
    <span class="search-mark" aria-hidden="true">
      {mark}
    </span>
    <span class="one-line">{text}</span>
    {detail !== undefined && <span class="option-detail one-line">{detail}</span>}
  </>
);

const ICONS: Readonly<Record<string, IconName>> = {
  topic: "message-square",
  has: "paperclip",
  is: "tag",
  in: "bell-off",
  channels: "globe",
  near: "hash",
  id: "hash",
  with: "hash",
};

/** Returns a suggestion's icon: a person's avatar, a channel's icon, or an icon for the operator. */
function markOf(terms: readonly Term[], state: State): ComponentChildren {
  const [first] = terms;
  if (first === undefined) return null;
  const { operator, operand } = first;
  if (operator === "channel" && typeof operand === "number") {
    const channel = channelById(state, operand);
    return channel && <ChannelMark channel={channel} />;
  }
  const users = typeof operand === "object" ? operand : [operand];
  if (operator === "sender" || operator === "dm" || operator === "dm-including") {
    const [user = state.user_id] = users;
    return <UserFace user={typeof user === "number" ? user : state.user_id} size="s" plain />;
  }
  return <Icon name={ICONS[operator] ?? "search"} />;
}

interface SearchChipProps {
  readonly term: Term;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Called when the arrow keys move back to the text. */
  readonly onLeave: () => void;
}

/** A search filter. Clicking its text edits it; clicking its cross removes it. */
export function SearchChip({ term, onEdit, onRemove, onLeave }: SearchChipProps) {
  const text = describeTerm(term, useClient().watch("users", "channels", "realm"));
  const w = searchWords();
  const keyDown = (event: KeyboardEvent) => {
    const chip = (event.currentTarget as Element).closest("li");
    const to = arrowTo(event);
    const beside = to === "start" ? chip?.previousElementSibling : chip?.nextElementSibling;
    if (event.key === "Backspace" || event.key === "Delete") onRemove();
    else if (to === "end" && beside == null) onLeave();
    else if (to !== undefined) beside?.querySelector("button")?.focus();
    else return;
    event.preventDefault();
  };
  return (
    <li class={`search-chip${term.negated ? " search-chip-not" : ""}`}>
      <button
        type="button"
        class="search-chip-text one-line"
        aria-label={w.edit(text)}
        onClick={onEdit}
        onKeyDown={keyDown}
      >
        {text}
      </button>
      <button type="button" class="search-chip-remove" aria-label={w.remove(text)} onClick={onRemove}>
        <Icon name="x" size={13} />
      </button>
    </li>
  );
}
