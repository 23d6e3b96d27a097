import type { ReadonlySignal } from "@preact/signals";
import type { Client } from "../../client/client.ts";
import type { FeedPlace } from "../../model/places/place.ts";
import { openMenu } from "../../parts/overlays/menu.tsx";
import { messageWords } from "../../words/message.ts";
import { menuEntries } from "../message/message-toolbar.tsx";
import { followLongPress } from "./long-press.ts";
import type { Row } from "./rows.ts";

/** Handles touches on messages: a long press opens the menu. Returns a function that ends it. */
export function followTouch(client: Client, place: FeedPlace, rows: ReadonlySignal<readonly Row[]>): () => void {
  const show = async (row: HTMLElement) => {
    const message = rows.peek().find(({ key }) => key === row.dataset["row"])?.message;
    if (message === undefined) return;
    const anchor = row.querySelector(".message") ?? row;
    await openMenu(anchor, messageWords().actions, menuEntries({ client, message, place, anchor }, "all"));
  };
  const stops = [followLongPress(show), followTapsWhileWriting()];
  return () => {
    for (const stop of stops) stop();
  };
}

/**
 * Lets a tap on a message reach its target while the composer has the focus: once the focus leaves the text, the composer
 * shrinks and the bars come back, so that the target would move away before the click. Therefore the focus moves after the
 * click. Returns a function that ends it.
 */
function followTapsWhileWriting(): () => void {
  let isTouch = false;
  const pointed = ({ pointerType }: PointerEvent) => {
    isTouch = pointerType === "touch";
  };
  const pressed = (event: MouseEvent) => {
    const writing = document.activeElement;
    const { target } = event;
    if (!isTouch || !(writing instanceof HTMLTextAreaElement) || !(target instanceof Element)) return;
    if (target.closest(".feed-viewport") === null || target.closest("input, textarea, select") !== null) return;
    event.preventDefault();
    const leave = () => {
      if (document.activeElement === writing) target.closest<HTMLElement>("a[href], button, [tabindex]")?.focus();
    };
    document.addEventListener("click", () => setTimeout(leave), { once: true, capture: true });
  };
  document.addEventListener("pointerdown", pointed);
  document.addEventListener("mousedown", pressed);
  return () => {
    document.removeEventListener("pointerdown", pointed);
    document.removeEventListener("mousedown", pressed);
  };
}
