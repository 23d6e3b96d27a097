import type { ComponentChildren } from "preact";
import { useId } from "preact/hooks";

interface StepProps {
  readonly title: string;
  readonly hint?: ComponentChildren;
  readonly children: ComponentChildren;
}

/** A step of the guide, in a frame of its own. */
export function Step({ title, hint, children }: StepProps) {
  const id = useId();
  return (
    <section class="guide-step" aria-labelledby={id}>
      <div>
        <h3 id={id}>{title}</h3>
        {hint !== undefined && <p class="settings-note">{hint}</p>}
      </div>
      {children}
    </section>
  );
}
