import "./empty.css";
import type { ComponentChildren } from "preact";
import { Icon, type IconName } from "../icon.tsx";

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** What to do next. */
  readonly text?: ComponentChildren;
  /** Buttons or links that do it. */
  readonly children?: ComponentChildren;
}

/** What stands where there is nothing: why, and what to do next. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} size={28} />
    <p class="empty-title">{title}</p>
    {text !== undefined && <p class="empty-text">{text}</p>}
    {children !== undefined && <div class="empty-actions">{children}</div>}
  </div>
);
