import { ProgressBar, Spinner } from "../../../parts/progress.tsx";

interface WorkBarProps {
  readonly label: string;
  /** The progress, between 0 and 1; undefined where it is unknown. */
  readonly share: number | undefined;
  readonly detail: string;
}

/** The work that is under way, and its progress. */
export const WorkBar = ({ label, share, detail }: WorkBarProps) => (
  <div class="import-work">
    <p class="import-work-line">
      <span class="import-now">
        {share === undefined && <Spinner />}
        {label}
      </span>
      <span class="settings-note import-amount">{detail}</span>
    </p>
    {share !== undefined && <ProgressBar share={share} label={label} />}
  </div>
);
