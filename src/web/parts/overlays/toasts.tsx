import "./toasts.css";
import { useEffect, useRef } from "preact/hooks";
import { useAction } from "../../keyboard.ts";
import { appWords } from "../../words/app.ts";
import { ToolButton } from "../button.tsx";
import { Icon } from "../icon.tsx";
import { removeToast, type ShownToast, toasts } from "./show-toast.ts";

const SHOWN_MS = 5000;
const ERROR_MS = 12_000;

function ToastRow({ toast }: { readonly toast: ShownToast }) {
  const held = useRef(false);
  const left = useRef(toast.kind === "error" ? ERROR_MS : SHOWN_MS);
  const run = () => {
    removeToast(toast.id);
    toast.action?.run();
  };
  useAction("undo", run, toast.action !== undefined);
  useEffect(() => {
    const timer = setInterval(() => {
      // The timer pauses while the pointer or focus is in the toast, and while the page is hidden.
      if (held.current || document.hidden) return;
      left.current -= 250;
      if (left.current <= 0) removeToast(toast.id);
    }, 250);
    return () => clearInterval(timer);
  }, [toast.id]);
  const hold = (on: boolean) => () => {
    held.current = on;
  };
  return (
    <div
      class={`toast${toast.kind === "error" ? " toast-error" : ""}`}
      onPointerEnter={hold(true)}
      onPointerLeave={hold(false)}
      onFocusIn={hold(true)}
      onFocusOut={hold(false)}
    >
      <Icon name={toast.kind === "error" ? "circle-alert" : "check"} />
      <span class="toast-text">{toast.text}</span>
      {toast.action && (
        <button type="button" class="toast-action" onClick={run}>
          {toast.action.label}
        </button>
      )}
      <ToolButton size="s" icon="x" label={appWords().close} onClick={() => removeToast(toast.id)} />
    </div>
  );
}

/** The page edge where toasts are shown. Screen readers read errors immediately, and other toasts when they pause. */
export function Toasts() {
  const place = useRef<HTMLDivElement>(null);
  const all = toasts.value;
  const newest = all.at(-1)?.id;
  useEffect(() => {
    // The element stays in the page, so that screen readers notice new toasts. Showing it again moves it above dialogs
    // opened since.
    place.current?.hidePopover();
    place.current?.showPopover();
  }, [newest]);
  const rows = (errors: boolean) =>
    all.filter((one) => (one.kind === "error") === errors).map((one) => <ToastRow key={one.id} toast={one} />);
  return (
    <div class="toasts" popover="manual" ref={place}>
      <div role="status">{rows(false)}</div>
      <div role="alert">{rows(true)}</div>
    </div>
  );
}
