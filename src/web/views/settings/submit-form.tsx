import type { ComponentChildren } from "preact";
import { useState } from "preact/hooks";
import { Button } from "../../parts/button.tsx";
import type { IconName } from "../../parts/icon.tsx";

interface Props {
  readonly class: string;
  /** Label of the submit button. */
  readonly submit: string;
  readonly icon?: IconName;
  readonly disabled?: boolean;
  readonly onSubmit: () => Promise<void>;
  readonly children: ComponentChildren;
}

/** A form in a section. Its button is busy until `onSubmit` has settled. */
export function SubmitForm({ submit, onSubmit, children, class: name, ...button }: Props) {
  const [isBusy, setBusy] = useState(false);
  const run = async (event: Event) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    await onSubmit();
    setBusy(false);
  };
  return (
    <form class={name} onSubmit={run}>
      {children}
      <div>
        <Button type="submit" busy={isBusy} {...button}>
          {submit}
        </Button>
      </div>
    </form>
  );
}
