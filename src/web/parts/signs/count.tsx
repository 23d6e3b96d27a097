import { partsWords } from "../../words/parts.ts";
import "./count.css";
import { shortNumber } from "../../words/format.ts";

interface CountProps {
  readonly value: number;
  /** "quiet" is a number; "loud" is filled, for what is addressed to the reader; "called" is a mention. */
  readonly kind?: "quiet" | "loud" | "called";
  /** For the eye alone: those who listen hear it with what it stands beside. */
  readonly silent?: boolean;
}

/** How much is unread; nothing where there is none. Those who listen hear what the number counts. */
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
