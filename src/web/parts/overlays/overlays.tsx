import { signal } from "@preact/signals";
import { type ComponentChildren, createContext } from "preact";
import { useContext, useEffect, useRef, useState } from "preact/hooks";
import { partsWords } from "../../words/parts.ts";

interface Overlay {
  readonly id: number;
  readonly kind: "dialog" | "popover";
  readonly content: ComponentChildren;
  /** The dialog in which a popover stands: all that is outside of a modal dialog can be neither seen by readers nor pressed. */
  readonly within: Element | null;
}

const overlays = signal<readonly Overlay[]>([]);
let ids = 0;

const CloseContext = createContext<() => void>(() => {});

/** What closes the dialog, menu or popover around this component. */
export const useClose = (): (() => void) => useContext(CloseContext);

/** Shows something above the page until it is closed; returns what closes it. */
export function showOverlay(overlay: Omit<Overlay, "id">): () => void {
  const id = ++ids;
  overlays.value = [...overlays.value, { ...overlay, id }];
  return () => removeOverlay(id);
}

function removeOverlay(id: number): void {
  overlays.value = overlays.value.filter((one) => one.id !== id);
}

/** Shows a dialog (dialog.tsx) above all others. */
export const showDialog = (content: ComponentChildren): (() => void) =>
  showOverlay({ kind: "dialog", content, within: null });

/** Closes the topmost dialog. */
export function dismissDialog(): void {
  const top = overlays.value.findLast((one) => one.kind === "dialog");
  if (top !== undefined) removeOverlay(top.id);
}

/** Where overlays are drawn: once at the end of the page, and once in each dialog. */
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
      {/* What belongs to no other part of the page is a part of its own for those who go from part to part. */}
      {popovers.length > 0 && <section aria-label={partsWords().overlays}>{popovers}</section>}
    </>
  );
}
