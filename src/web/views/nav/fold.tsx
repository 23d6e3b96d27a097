import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Icon } from "../../parts/icon.tsx";

interface FoldProps {
  /** The key under which this browser remembers that it is closed. */
  readonly id: string;
  readonly title: string;
  /** The element at the end of the heading. */
  readonly tool?: ComponentChildren;
  readonly children: ComponentChildren;
  /** Shown while it is closed, such as unread conversations. */
  readonly closed?: ComponentChildren;
}

/** A part of the navigation that can be closed. */
export function Fold({ id, title, tool, children, closed }: FoldProps) {
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
