import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { useClient } from "../../client/client.ts";
import { loadDeferred } from "../../loads.ts";
import { hashForRoute } from "../../model/addresses/address.ts";
import type { Route } from "../../model/routes/place.ts";
import { Icon } from "../../parts/icon.tsx";
import { Count } from "../../parts/indicators/count.tsx";
import { lazyView } from "../../parts/lazy-view.tsx";
import { number } from "../../words/format.ts";
import { navWords } from "../../words/nav.ts";
import type { CallNamesProps } from "../calls/call-names.tsx";

interface RowProps {
  readonly place: Route;
  readonly name: string;
  /** Shown instead of the name. */
  readonly label?: ComponentChildren;
  /** An icon before the name. */
  readonly mark?: ComponentChildren;
  /** Text after the name, for screen readers. */
  readonly note?: ComponentChildren;
  readonly count?: number;
  /** True if the count is the number of entries instead of unread messages. */
  readonly isStock?: boolean;
  /** True if the unread messages are addressed to the user. Only then does the count have a colored background. */
  readonly isLoud?: boolean;
  readonly isMentioned?: boolean;
  readonly isFollowed?: boolean;
  readonly isMuted?: boolean;
}

/** A sidebar link to a place. */
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
  isFollowed,
  isMuted,
}: RowProps) {
  const client = useClient();
  const address = hashForRoute(place, client.watch("channels"));
  // Compared without the message at which the feed was opened.
  const here = hashForRoute(client.place.value, client.watch("channels")).replace(/\/(near|with)\/\d+$/, "");
  const unread = count > 0 && !isMuted && !isStock;
  const isMine = unread && (isLoud || isMentioned || isFollowed);
  return (
    <a
      class={`nav-row${unread ? " is-unread" : ""}${isMine ? " is-mine" : ""}${isMuted ? " is-muted" : ""}`}
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

const CallNames = lazyView<CallNamesProps>(async () => (await loadDeferred()).CallNames);

/** Ongoing calls and the voice room, below their channel or direct conversation. */
export function NavCalls({ within }: CallNamesProps) {
  const { calls = [], voice_rooms = [] } = useClient().watch("calls");
  return calls.length + voice_rooms.length > 0 ? <CallNames within={within} /> : null;
}

interface FoldProps {
  /** Key under which this browser stores whether the section is collapsed. */
  readonly id: string;
  readonly title: string;
  /** The element at the end of the heading. */
  readonly tool?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Shown while collapsed, such as unread conversations. */
  readonly closed?: ComponentChildren;
}

/** A collapsible section of the sidebar. */
export function CollapseButton({ id, title, tool, children, closed }: FoldProps) {
  const kept = `parley.fold.${id}`;
  const [isOpen, setOpen] = useState(() => localStorage.getItem(kept) === null);
  const toggle = () => {
    if (isOpen) localStorage.setItem(kept, "closed");
    else localStorage.removeItem(kept);
    setOpen(!isOpen);
  };
  return (
    <section>
      <div class="nav-section">
        <h2>
          <button type="button" class="nav-fold" aria-expanded={isOpen} onClick={toggle}>
            {title}
            <Icon name="chevron-down" />
          </button>
        </h2>
        {tool}
      </div>
      {isOpen ? children : closed}
    </section>
  );
}
