import { signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import type { ActionName } from "../../keys.ts";
import { partsWords } from "../../words/app.ts";

interface Overlay {
  readonly id: number;
  readonly kind: "dialog" | "popover";
  readonly content: ComponentChildren;
  /** The dialog that contains the popover. Outside a modal dialog, nothing can be clicked or read by screen readers. */
  readonly within: Element | null;
}

const overlays = signal<readonly Overlay[]>([]);
let ids = 0;

const CloseContext = createContext<() => void>(() => {});

/** Returns the function that closes the dialog, menu or popover around this component. */
export const useClose = (): (() => void) => useContext(CloseContext);

/** Shows content above the page until closed. Returns a function that closes it. */
export function showOverlay(overlay: Omit<Overlay, "id">): () => void {
  const id = ++ids;
  overlays.value = [...overlays.value, { ...overlay, id }];
  return () => removeOverlay(id);
}

function removeOverlay(id: number): void {
  overlays.value = overlays.value.filter((one) => one.id !== id);
}

/** Shows a dialog (dialog.tsx) above all others. Returns a function that closes it. */
export const showDialog = (content: ComponentChildren): (() => void) =>
  showOverlay({ kind: "dialog", content, within: null });

/** Renders the overlays: once at the end of the page, and once in each dialog. */
export function Overlays() {
  const place = useRef<HTMLSpanElement>(null);
  const [within, setWithin] = useState<Element | null | undefined>(undefined);
  useEffect(() => setWithin(place.current?.closest("dialog") ?? null), []);
  const mine = within === undefined ? [] : overlays.value.filter((one) => one.within === within);
  const drawn = (kind: Overlay["kind"]) =>
    mine
      .filter((one) => one.kind === kind)
      .map(({ id, content }) => (
        <CloseContext.Provider key={id} value={() => removeOverlay(id)}>
          {content}
        </CloseContext.Provider>
      ));
  const popovers = drawn("popover");
  return (
    <>
      <span ref={place} hidden />
      {drawn("dialog")}
      {/* Popovers are in a labeled section, so that screen reader users who navigate by section find them. */}
      {popovers.length > 0 && <section aria-label={partsWords().overlays}>{popovers}</section>}
    </>
  );
}

/** Attributes of an element with a tooltip: its text, and the action whose key is shown. */
export const tip = (text: string, action?: ActionName) => ({ "data-tip": text, "data-tip-action": action });
