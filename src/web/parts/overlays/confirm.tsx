import type { ComponentChildren } from "preact";
import { Dialog } from "./dialog.tsx";
import { showDialog } from "./overlays.tsx";

interface Question {
  readonly title: string;
  readonly text?: ComponentChildren;
  /** The label of the button: the verb for what it does. */
  readonly action: string;
  readonly danger?: boolean;
}

/** Asks for confirmation of an action that cannot be undone; resolves to whether it was given. */
export function confirm({ title, text, action, danger = false }: Question): Promise<boolean> {
  return new Promise((resolve) => {
    showDialog(
      <Dialog
        alert
        size="s"
        title={title}
        submit={action}
        danger={danger}
        onSubmit={() => resolve(true)}
        onClose={() => resolve(false)}
      >
        {typeof text === "string" ? <p>{text}</p> : text}
      </Dialog>,
    );
  });
}
