import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";
import { Icon, type IconName } from "../../../parts/icon.tsx";

interface CardProps {
  readonly title: string;
  readonly icon?: IconName;
  readonly tone?: "good" | "bad";
  readonly children: ComponentChildren;
}

/** A card that shows a state of the import, and the actions that it allows. */
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
