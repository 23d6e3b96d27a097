import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "../../../parts/icon.tsx";
import { ProgressBar, Spinner } from "../../../parts/progress.tsx";

interface CardProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly tone?: "good" | "bad";
  readonly children: ComponentChildren;
}

/** A card that shows the import's state and the possible actions. */
export function Card({ title, icon, tone, children }: CardProps) {
  const id = useId();
  return (
    <section class={tone === undefined ? "import-card" : `import-card import-${tone}`} aria-labelledby={id}>
      <h3 id={id} class="import-head">
        {icon !== undefined && <Icon name={icon} size={18} />}
        {title}
      </h3>
      {children}
    </section>
  );
}

interface WorkBarProps {
  readonly label: string;
  /** Progress between 0 and 1, or undefined if unknown. */
  readonly share: number | undefined;
  readonly detail: string;
}

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
