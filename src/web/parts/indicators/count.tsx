import "./count.css";
import { partsWords } from "../../words/app.ts";
import { shortNumber } from "../../words/format.ts";

interface CountProps {
  readonly value: number;
  /** "quiet": a plain number; "loud": filled, for messages to the user; "called": a mention of the user. */
  readonly kind?: "quiet" | "loud" | "called";
  /** True if screen readers skip the count, because the text next to it includes the number. */
  readonly silent?: boolean;
}

/** A count of unread messages or mentions. Nothing is shown for zero. Screen readers also read what is counted. */
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
