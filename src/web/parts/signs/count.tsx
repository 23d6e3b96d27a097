import "./count.css";
import { partsWords } from "../../words/app.ts";
import { shortNumber } from "../../words/format.ts";

interface CountProps {
  readonly value: number;
  /** "quiet": a plain number; "loud": filled, for messages to the reader; "called": a mention of the reader. */
  readonly kind?: "quiet" | "loud" | "called";
  /** Whether screen readers skip the count, because the text beside it says the same. */
  readonly silent?: boolean;
}

/** The number of unread messages or of mentions; nothing is shown for zero. Screen readers also read what it counts. */
export function Count({ value, kind = "quiet", silent = false }: CountProps) {
  if (value <= 0) return null;
  const said = kind === "called" ? partsWords().mentioned(value) : partsWords().unread(value);
  return (
    <span class={`count count-${kind}`}>
      <span aria-hidden="true">{shortNumber(value)}</span>
      {!silent && <span class="for-readers">{said}</span>}
    </span>
  );
}
