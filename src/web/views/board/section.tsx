import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface SectionProps {
  readonly title: string;
  /** Buttons next to the title. */
  readonly tools?: ComponentChildren;
  readonly children: ComponentChildren;
}

export function Section({ title, tools, children }: SectionProps) {
  const id = useId();
  return (
    <section class="board-section" aria-labelledby={id}>
      <div class="board-head">
        <h2 id={id}>{title}</h2>
        {tools}
      </div>
      {children}
    </section>
  );
}
