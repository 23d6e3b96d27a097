import { appWords } from "../words/app.ts";
import "./progress.css";

/** A turning ring beside words that say what is under way. */
export const Spinner = () => <span class="spinner" aria-hidden="true" />;

/** A ring in the middle of a place that is still empty. It shows itself only to those who have to wait. */
export const Waiting = ({ label }: { readonly label?: string }) => (
  <div class="waiting" role="status">
    <Spinner />
    <span class="for-readers">{label ?? appWords().loading}</span>
  </div>
);

/** How much of something is done: a share between 0 and 1. */
export const ProgressBar = ({ share, label }: { readonly share: number; readonly label: string }) => (
  <progress class="progress-bar" value={share} max={1} aria-label={label} />
);
