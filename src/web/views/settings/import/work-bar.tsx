import { ProgressBar, Spinner } from "../../../parts/progress.tsx";

interface WorkBarProps {
  readonly label: string;
  /** Between 0 and 1; undefined where nobody knows. */
  readonly share: number | undefined;
  readonly detail: string;
}

/** What is done now, and how far it is. */
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
