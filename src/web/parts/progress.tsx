import { appWords } from "../words/app.ts";
import "./progress.css";

/** A turning ring beside a text that says what is under way. */
export const Spinner = () => <span class="spinner" aria-hidden="true" />;

/** A ring in the middle of an area that is still empty. It appears after a moment, so that short waits do not show it. */
export const Waiting = ({ label }: { readonly label?: string }) => (
  <div class="waiting" role="status">
    <Spinner />
    <span class="for-readers">{label ?? appWords().loading}</span>
  </div>
);

/** The progress of some work: a share between 0 and 1. */
export const ProgressBar = ({ share, label }: { readonly share: number; readonly label: string }) => (
  <progress class="progress-bar" value={share} max={1} aria-label={label} />
);
