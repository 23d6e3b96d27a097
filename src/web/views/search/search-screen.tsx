import "./search.css";
import { useRef } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { isComposed, runAction, useAction } from "../../keyboard.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import type { Route, Term } from "../../model/routes/place.ts";
import { placeOfSearch } from "../../model/search/parse-search.ts";
import { ToolButton } from "../../parts/button.tsx";
import { Choice } from "../../parts/fields/choice.tsx";
import { Empty } from "../../parts/progress.tsx";
import { appWords } from "../../words/app.ts";
import { searchWords } from "../../words/search.ts";
import { DateTool } from "../feed/feed-tools.tsx";
import { FeedView } from "../feed/feed-view.tsx";
import { describeSearch, describeTerm } from "./describe.ts";
import { SearchBox } from "./search-box.tsx";
import { keepSearch } from "./searchable.ts";

type SearchPlace = Extract<Route, { readonly view: "search" }>;

export function SearchScreen({ place }: { readonly place: SearchPlace }) {
  const client = useClient();
  const state = client.watch("users", "channels", "realm");
  const input = useRef<HTMLInputElement>(null);
  useAction("search", () => {
    input.current?.focus();
    input.current?.select();
  });
  const search = (terms: readonly Term[]) => {
    keepSearch(state, terms);
    document.querySelector("main")?.focus({ preventScroll: true });
    client.go(placeOfSearch(terms));
  };
  return (
    <>
      <header class="place-bar search-bar">
        <span class="place-back">
          <ToolButton icon="arrow-left" label={appWords().back} onClick={() => client.back()} />
        </span>
        <h1 class="for-readers">{searchWords().titleOf(describeSearch(place.terms, state))}</h1>
        <SearchBox terms={place.terms} input={input} onSearch={search} />
        <DateTool place={place} />
      </header>
      <div
        class="search-results"
        onKeyDownCapture={(event) => {
          // Here, Enter opens the message's conversation. In other feeds, it starts a reply, which also has the key
          // "r".
          const isOnMessage = event.target instanceof Element && event.target.matches("[role=article], article");
          if (event.key !== "Enter" || !isOnMessage || isComposed(event)) return;
          event.preventDefault();
          event.stopPropagation();
          runAction("showInContext");
        }}
      >
        <Found place={place} />
        <FeedView place={place} whenEmpty={<EmptySearch place={place} />} />
      </div>
    </>
  );
}

/** Shows how many results are loaded, and lets the user choose whether the newest or the oldest come first. */
function Found({ place }: { readonly place: SearchPlace }) {
  const client = useClient();
  const feed = client.feed(place);
  const { length } = feed.messages.value;
  const { oldest, newest } = feed.ends.value;
  if (length === 0) return null;
  const w = searchWords();
  const { near, ...latest } = place;
  return (
    <div class="search-found">
      <p>{oldest && newest ? w.found(length) : w.foundMore(length)}</p>
      <Choice
        as="row"
        quiet
        label={w.order}
        value={near ?? NEWEST}
        options={[
          { value: NEWEST, label: w.newest },
          { value: FIRST_MESSAGE, label: w.oldest },
        ]}
        onChange={(from) => client.go(from === NEWEST ? latest : { ...place, near: from })}
      />
    </div>
  );
}

/** No message has a smaller id. */
const FIRST_MESSAGE = 1;
const NEWEST = "newest";

const isScope = ({ operator }: Term) => ["channel", "channels", "topic", "dm", "dm-including", "is"].includes(operator);

/** Shown if nothing was found, with links to wider searches. */
function EmptySearch({ place }: { readonly place: SearchPlace }) {
  const state = useClient().watch("users", "channels", "realm");
  const { terms } = place;
  const w = searchWords().empty;
  const isEverywhere = terms.some(isScope) || state.is_guest;
  const others = terms.length > 1 ? terms : [];
  const leadsTo = (those: readonly Term[]) => hashForRoute(placeOfSearch(those), state);
  return (
    <Empty icon="search" title={w.title} text={w.text}>
      {!isEverywhere && (
        <a class="button button-primary" href={leadsTo([{ operator: "channels", operand: "public" }, ...terms])}>
          {w.everywhere}
        </a>
      )}
      {others.map((term) => (
        <a
          key={JSON.stringify(term)}
          class="button button-plain"
          href={leadsTo(terms.filter((other) => other !== term))}
        >
          {w.without(term.operator === "search" ? String(term.operand) : describeTerm(term, state))}
        </a>
      ))}
    </Empty>
  );
}
