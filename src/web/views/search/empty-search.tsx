import { useClient } from "../../client/client.ts";
import { addressOf } from "../../model/places/address.ts";
import type { Place, Term } from "../../model/places/place.ts";
import { placeOfSearch } from "../../model/places/terms.ts";
import { Empty } from "../../parts/lists/empty.tsx";
import { searchWords } from "../../words/search.ts";
import { describeTerm } from "./describe.ts";

type SearchPlace = Extract<Place, { readonly view: "search" }>;

const isScope = ({ operator }: Term) => ["channel", "channels", "topic", "dm", "dm-including", "is"].includes(operator);

/** Shown if nothing was found, with links to wider searches. */
export function EmptySearch({ place }: { readonly place: SearchPlace }) {
  const state = useClient().watch("users", "channels", "realm");
  const { terms } = place;
  const w = searchWords().empty;
  const isEverywhere = terms.some(isScope) || state.is_guest;
  const others = terms.length > 1 ? terms : [];
  const leadsTo = (those: readonly Term[]) => addressOf(placeOfSearch(those), state);
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
