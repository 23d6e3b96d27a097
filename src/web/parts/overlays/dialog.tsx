import "./dialog.css";
import type { ComponentChildren } from "preact";
import { useId, useLayoutEffect, useRef, useState } from "preact/hooks";
import { appWords } from "../../words/app.ts";
import { Button, ToolButton } from "../button.tsx";
import { errorText } from "../error-text.ts";
import { rememberCaret } from "../remember-caret.ts";
import { Overlays, showDialog, useClose } from "./overlays.tsx";
import { showToast } from "./show-toast.ts";

interface DialogProps {
  readonly title: string;
  readonly children?: ComponentChildren;
  readonly size?: "s" | "m" | "l";
  /** True if the dialog must be answered: clicking outside doesn't close it. */
  readonly alert?: boolean;
  /** True to hide the row with title and cross. Screen readers still read the title. */
  readonly bare?: boolean;
  readonly class?: string;
  /** Label of the submit button. Makes the dialog a form. */
  readonly submit?: string;
  readonly danger?: boolean;
  readonly disabled?: boolean;
  /** Runs on submit. The dialog then closes, unless this returns false or throws an error, which the dialog shows. */
  readonly onSubmit?: () => unknown;
  /** Content before the buttons. */
  readonly footer?: ComponentChildren;
  readonly onClose?: () => void;
  /** Runs before the "Cancel" button closes the dialog, to discard what was entered. */
  readonly onCancel?: () => void;
}

/** Whether a click was outside the dialog. The backdrop is part of the dialog element, so the position decides. */
function isBeside(event: MouseEvent, dialog: HTMLElement): boolean {
  if (event.target !== dialog) return false;
  const { left, right, top, bottom } = dialog.getBoundingClientRect();
  return event.clientX < left || event.clientX > right || event.clientY < top || event.clientY > bottom;
}

/**
 * A modal dialog, shown by `showDialog`. Esc, its cross, or clicking outside closes it and returns the focus to the
 * previously focused element.
 */
export function Dialog({ title, size = "m", alert = false, bare = false, ...rest }: DialogProps) {
  const element = useRef<HTMLDialogElement>(null);
  /** True if the last press started outside the dialog. */
  const wasBeside = useRef(false);
  const remove = useClose();
  const id = useId();
  const [state, setState] = useState<{ readonly busy?: boolean; readonly error?: string }>({});
  const close = () => {
    rest.onClose?.();
    remove();
  };
  useLayoutEffect(() => {
    const dialog = element.current;
    const restoreCaret = rememberCaret();
    dialog?.showModal();
    // Closing the dialog restores the focus. Removing the element without closing it wouldn't.
    return () => {
      dialog?.close();
      restoreCaret();
    };
  }, []);
  const submit = async (event: SubmitEvent) => {
    event.preventDefault();
    if (state.busy || rest.disabled) return;
    setState({ busy: true });
    try {
      const result = await rest.onSubmit?.();
      setState({});
      if (result !== false) close();
    } catch (error) {
      // The dialog may have been closed while `onSubmit` was running.
      if (element.current === null) showToast({ text: errorText(error), kind: "error" });
      else setState({ error: errorText(error) });
    }
  };
  const body = (
    <>
      {rest.children !== undefined && <div class="dialog-body">{rest.children}</div>}
      {state.error !== undefined && (
        <p class="dialog-error" role="alert">
          {state.error}
        </p>
      )}
      {(rest.submit !== undefined || rest.footer !== undefined) && (
        <div class="dialog-footer">
          {rest.footer}
          {rest.submit !== undefined && (
            <>
              <Button
                onClick={() => {
                  rest.onCancel?.();
                  close();
                }}
              >
                {appWords().cancel}
              </Button>
              <Button
                type="submit"
                kind={rest.danger ? "danger" : "primary"}
                busy={state.busy ?? false}
                disabled={rest.disabled ?? false}
              >
                {rest.submit}
              </Button>
            </>
          )}
        </div>
      )}
    </>
  );
  return (
    // biome-ignore lint/a11y/useKeyWithClickEvents: Esc closes it as a press beside it does
    <dialog
      ref={element}
      class={`dialog dialog-${size}${bare ? " dialog-bare" : ""}${rest.class === undefined ? "" : ` ${rest.class}`}`}
      role={alert ? "alertdialog" : undefined}
      aria-labelledby={bare ? undefined : id}
      aria-label={bare ? title : undefined}
      onCancel={(event) => {
        if (event.target !== element.current) return;
        event.preventDefault();
        close();
      }}
      onPointerDown={(event) => {
        wasBeside.current = isBeside(event, event.currentTarget);
      }}
      onClick={(event) => {
        // A press must start and end outside. One that starts inside selects text, and one that ends inside was called
        // off.
        if (!alert && wasBeside.current && isBeside(event, event.currentTarget)) close();
        wasBeside.current = false;
      }}
    >
      {!bare && (
        <h2 id={id} class="dialog-title">
          {title}
        </h2>
      )}
      {rest.submit === undefined ? body : <form onSubmit={submit}>{body}</form>}
      {!bare && (
        // The cross is last in the document, so that the focus starts in the content.
        <div class="dialog-close">
          <ToolButton icon="x" label={appWords().close} onClick={close} />
        </div>
      )}
      <Overlays />
    </dialog>
  );
}

interface Question {
  readonly title: string;
  readonly text?: ComponentChildren;
  /** Button label: the verb for the action. */
  readonly action: string;
  readonly danger?: boolean;
}

/** Asks for confirmation of an irreversible action. Resolves to whether the user confirmed. */
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

/** The button of a dialog that only shows something. */
export function DoneButton() {
  const close = useClose();
  return (
    <Button kind="primary" onClick={close}>
      {appWords().done}
    </Button>
  );
}
