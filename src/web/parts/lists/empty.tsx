import "./empty.css";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icon.tsx";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** A text about what to do next. */
  readonly text?: ComponentChildren;
  /** Buttons or links for the next step. */
  readonly children?: ComponentChildren;
}

/** The content of a view that has nothing to show: the reason, and what to do next. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} size={28} />
    <p class="empty-title">{title}</p>
    {text !== undefined && <p class="empty-text">{text}</p>}
    {children !== undefined && <div class="empty-actions">{children}</div>}
  </div>
);
