import { useClient } from "../../client/client.ts";
import type { Term } from "../../model/places/place.ts";
import { Icon } from "../../parts/icon.tsx";
import { searchWords } from "../../words/search.ts";
import { describeTerm } from "./describe.ts";

interface SearchChipProps {
  readonly term: Term;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
  /** Called when the arrow keys lead back to the text. */
  readonly onLeave: () => void;
}

/** A filter of a search; a press on its text edits it, one on its cross removes it. */
export function SearchChip({ term, onEdit, onRemove, onLeave }: SearchChipProps) {
  const text = describeTerm(term, useClient().watch("users", "channels", "realm"));
  const w = searchWords();
  const keyDown = (event: KeyboardEvent) => {
    const chip = (event.currentTarget as Element).closest("li");
    const beside = event.key === "ArrowLeft" ? chip?.previousElementSibling : chip?.nextElementSibling;
    if (event.key === "Backspace" || event.key === "Delete") onRemove();
    else if (event.key === "ArrowRight" && beside == null) onLeave();
    else if (event.key === "ArrowLeft" || event.key === "ArrowRight") beside?.querySelector("button")?.focus();
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
