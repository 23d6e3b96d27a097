import { keysWords } from "../../words/help.ts";
import { recentWords } from "../../words/nav.ts";
import "./search.css";
import { useEffect, useMemo, useRef, useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { arrowTo, pressedKey } from "../../keyboard.ts";
import type { Term } from "../../model/routes/place.ts";
import { directoryNow } from "../../model/search/directory.ts";
import { type ParsedSearch, parseSearch, searchText } from "../../model/search/parse-search.ts";
import { type Suggestion, suggest, typedToken } from "../../model/search/suggest.ts";
import { ToolButton } from "../../parts/button.tsx";
import { useCombobox } from "../../parts/fields/combobox.ts";
import { Options } from "../../parts/fields/options.tsx";
import { Icon } from "../../parts/icon.tsx";
import { searchWords } from "../../words/search.ts";
import { focusContent } from "../frame/keep-focus.ts";
import { keyOfSuggestion, SearchChip, SuggestionRow } from "./search-box-parts.tsx";
import { searchableOf } from "./searchable.ts";

interface SearchBoxProps {
  readonly terms: readonly Term[];
  /** Filters for the place where the search was opened, suggested first. */
  readonly here?: readonly (readonly Term[])[];
  readonly autofocus?: boolean;
  /** True if the suggestions are always shown, as content below the box, instead of over the page. */
  readonly isInline?: boolean;
  readonly input?: { current: HTMLInputElement | null };
  readonly onSearch: (terms: readonly Term[]) => void;
}

const isWords = ({ operator, negated = false }: Term) => operator === "search" && !negated;

/** The search field, with filters as chips and words as text. */
export function SearchBox({
  terms,
  here = [],
  autofocus = false,
  isInline = false,
  onSearch,
  ...rest
}: SearchBoxProps) {
  const client = useClient();
  const directory = directoryNow(client.watch("users", "channels"));
  const own = useRef<HTMLInputElement>(null);
  const input = rest.input ?? own;
  const box = useRef<HTMLDivElement>(null);
  const [chips, setChips] = useState(() => terms.filter((term) => !isWords(term)));
  const [text, setText] = useState(() => searchText(terms.filter(isWords), directory));
  const [isOpen, setOpen] = useState(false);
  const [wrong, setWrong] = useState<string>();
  const w = searchWords();
  const shown = useRef(terms);
  useEffect(() => {
    // If the terms are those of the first render, keeps text that was typed before this effect ran.
    if (shown.current === terms) return;
    shown.current = terms;
    setChips(terms.filter((term) => !isWords(term)));
    setText(searchText(terms.filter(isWords), directory));
  }, [JSON.stringify(terms)]);

  const isShown = isInline || isOpen;
  const all = useMemo(() => (isShown ? searchableOf(client) : undefined), [client, isShown]);
  const suggestions = useMemo((): readonly Suggestion[] => {
    if (all === undefined) return [];
    const found = suggest(text, chips, all);
    if (text.trim() !== "" || chips.length > 0) return found;
    return [...here.map((those) => ({ kind: "terms", terms: those }) as const), ...found];
  }, [text, chips, all]);

  const change = (next: string) => {
    setText(next);
    setWrong(undefined);
    setOpen(true);
  };
  const search = (wanted: readonly Term[], typed: string) => {
    const parsed = parseSearch(typed, directory);
    const [unknown] = parsed.unknown;
    if (unknown !== undefined) return setWrong(unknownText(unknown));
    const whole = [...wanted, ...parsed.terms];
    setOpen(false);
    if (whole.length > 0) onSearch(whole);
  };
  const take = (suggestion: Suggestion | undefined) => {
    if (suggestion === undefined) return;
    const token = typedToken(text);
    const before = token === undefined ? text : text.slice(0, token.from);
    switch (suggestion.kind) {
      case "words":
        return search(chips, text);
      case "recent":
        return search(suggestion.terms, "");
      case "operator":
        return change(`${before}${suggestion.negated ? "-" : ""}${suggestion.operator}:`);
      case "terms":
        setChips([...chips, ...suggestion.terms]);
        return change(before);
    }
  };
  const combobox = useCombobox({
    label: w.suggestions,
    count: suggestions.length,
    open: isShown,
    query: text,
    // Without typed text, no suggestion is active, so that Enter searches with the filters as they are.
    eager: text.trim() !== "",
    tab: text.trim() !== "",
    onChoose: (at) => {
      take(suggestions[at]);
      input.current?.focus();
    },
    ...(!isInline && { onClose: () => setOpen(false) }),
  });
  const remove = (at: number) => {
    const left = chips.filter((_, other) => other !== at);
    setChips(left);
    setWrong(undefined);
    input.current?.focus();
  };
  /** Turns a filter back into text. */
  const edit = (at: number) => {
    const chip = chips[at];
    if (chip === undefined) return;
    setChips(chips.filter((_, other) => other !== at));
    change(`${text.trim() === "" ? "" : `${text.trim()} `}${searchText([chip], directory)}`);
    input.current?.focus();
  };
  const keyDown = (event: KeyboardEvent) => {
    if (combobox.onKeyDown(event) || pressedKey(event) === undefined) return;
    const field = input.current;
    const isAtStart = field?.selectionStart === 0 && field.selectionEnd === 0;
    if (event.key === "Enter") {
      event.preventDefault();
      search(chips, text);
    } else if (event.key === "Backspace" && isAtStart && text === "" && chips.length > 0) {
      event.preventDefault();
      edit(chips.length - 1);
    } else if (event.key === "Escape" && !isInline) {
      // Returns the focus to the results.
      event.preventDefault();
      focusContent();
    } else if (isAtStart && arrowTo(event) === "start") {
      [...(box.current?.querySelectorAll<HTMLElement>(".search-chip-text") ?? [])].at(-1)?.focus();
    }
  };
  const list = (
    <div {...combobox.list}>
      {suggestions.map((suggestion, at) => (
        <div key={keyOfSuggestion(suggestion)} {...combobox.option(at)} class="option search-option">
          <SuggestionRow suggestion={suggestion} isHere={at < here.length && text === "" && chips.length === 0} />
        </div>
      ))}
    </div>
  );
  return (
    <search class="search">
      <div
        ref={box}
        class="search-box"
        onPointerDown={(event) => {
          if (event.target instanceof Element && event.target.closest("button, input")) return;
          event.preventDefault();
          input.current?.focus();
        }}
      >
        <Icon name="search" />
        <div class="search-flow">
          {chips.length > 0 && (
            <ul class="search-chips" aria-label={recentWords().filters}>
              {chips.map((term, at) => (
                <SearchChip
                  key={JSON.stringify(term)}
                  term={term}
                  onEdit={() => edit(at)}
                  onRemove={() => remove(at)}
                  onLeave={() => input.current?.focus()}
                />
              ))}
            </ul>
          )}
          <input
            {...combobox.field}
            ref={input}
            class="search-input"
            type="text"
            dir="auto"
            enterKeyHint="search"
            aria-label={w.title}
            placeholder={chips.length === 0 ? keysWords().actions.search : undefined}
            aria-invalid={wrong !== undefined || undefined}
            value={text}
            autofocus={autofocus}
            onInput={(event) => change(event.currentTarget.value)}
            onKeyDown={keyDown}
            onFocus={() => {
              setOpen(true);
              client.prepareSearch();
            }}
            onClick={() => setOpen(true)}
            onBlur={() => setOpen(false)}
          />
        </div>
        {(chips.length > 0 || text !== "") && (
          <ToolButton
            icon="x"
            size="s"
            label={w.clear}
            onClick={() => {
              setChips([]);
              change("");
              input.current?.focus();
            }}
          />
        )}
      </div>
      {wrong !== undefined && (
        <p class="search-wrong" role="alert">
          {wrong}
        </p>
      )}
      {isInline ? list : isOpen && suggestions.length > 0 && <Options below={() => box.current}>{list}</Options>}
    </search>
  );
}

/** Explains why a search isn't understood. */
function unknownText({ operator, operand }: ParsedSearch["unknown"][number]): string {
  const w = searchWords().unknown;
  switch (operator) {
    case "channel":
      return w.channel(operand);
    case "sender":
    case "dm":
    case "dm-including":
      return w.person(operand);
    default:
      return w.other(operator, operand);
  }
}
