import type { ComponentChildren } from "preact";
import { useClient } from "../../client/client.ts";
import { addressOf } from "../../model/places/address.ts";
import type { Place } from "../../model/places/place.ts";
import { Count } from "../../parts/signs/count.tsx";
import { number } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";

interface RowProps {
  readonly place: Place;
  readonly name: string;
  /** Shown in place of the name. */
  readonly label?: ComponentChildren;
  /** A drawing before the name. */
  readonly mark?: ComponentChildren;
  /** Text after the name for screen readers. */
  readonly note?: ComponentChildren;
  readonly count?: number;
  /** Whether the count is the number of entries instead of unread messages. */
  readonly isStock?: boolean;
  /** Whether the unread messages are addressed to the user; only then is the count filled. */
  readonly isLoud?: boolean;
  readonly isMentioned?: boolean;
  readonly isMuted?: boolean;
}

/** A link to a place in the navigation. */
export function Row({
  place,
  name,
  label = name,
  mark,
  note,
  count = 0,
  isStock = false,
  isLoud,
  isMentioned,
  isMuted,
}: RowProps) {
  const client = useClient();
  const address = addressOf(place, client.watch("channels"));
  // The message at which a feed is opened makes no difference.
  const here = addressOf(client.place.value, client.watch("channels")).replace(/\/(near|with)\/\d+$/, "");
  const unread = count > 0 && !isMuted && !isStock;
  return (
    <a
      class={`nav-row${unread ? " is-unread" : ""}${isMuted ? " is-muted" : ""}`}
      href={address}
      aria-current={here === address ? "page" : undefined}
      title={name}
    >
      {mark}
      <span class="nav-name one-line">{label}</span>
      {note}
      {isMuted && <span class="for-readers">{navWords().muted}</span>}
      {isStock && count > 0 && <span class="count count-quiet">{number(count)}</span>}
      {!isStock && count > 0 && <Count value={count} kind={isMentioned ? "called" : isLoud ? "loud" : "quiet"} />}
    </a>
  );
}
