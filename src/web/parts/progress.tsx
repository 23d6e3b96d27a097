import "./progress.css";
import type { ComponentChildren } from "preact";
import { appWords } from "../words/app.ts";
import { Icon, type IconName } from "./icon.tsx";

/** A spinner. The text next to it describes what is happening. */
export const Spinner = () => <span class="spinner" aria-hidden="true" />;

/**
 * A spinner in the middle of an area that is still empty. It appears with a delay, so that short waits don't show it.
 */
export const LoadingIndicator = ({ label }: { readonly label?: string }) => (
  <div class="waiting" role="status">
    <Spinner />
    <span class="for-readers">{label ?? appWords().loading}</span>
  </div>
);

/** A skeleton's shapes: more than fit on a phone. */
const SHAPES = Array.from({ length: 8 }, (_, index) => index);

/** Placeholder outlines of messages, list rows or settings that are loading. */
export const Skeleton = ({ of, label }: { readonly of: "messages" | "rows" | "fields"; readonly label?: string }) => (
  <div class={`skeleton skeleton-${of}`} role="status">
    <span class="for-readers">{label ?? appWords().loading}</span>
    {SHAPES.map((index) => (
      <i key={index}>
        <b />
      </i>
    ))}
  </div>
);

/** A progress bar; `share` is between 0 and 1. */
export const ProgressBar = ({ share, label }: { readonly share: number; readonly label: string }) => (
  <progress class="progress-bar" value={share} max={1} aria-label={label} />
);

interface EmptyProps {
  readonly icon: IconName;
  readonly title: string;
  /** What to do next. */
  readonly text?: ComponentChildren;
  /** Buttons or links for the next step. */
  readonly children?: ComponentChildren;
}

/** The content of an empty view: the reason, and what to do next. */
export const Empty = ({ icon, title, text, children }: EmptyProps) => (
  <div class="empty">
    <Icon name={icon} size={28} />
    <p class="empty-title">{title}</p>
    {text !== undefined && <p class="empty-text">{text}</p>}
    {children !== undefined && <div class="empty-actions">{children}</div>}
  </div>
);
