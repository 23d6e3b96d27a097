import { type ReadonlySignal, useSignal } from "@preact/signals";
import { useEffect, useLayoutEffect, useRef } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { letterKeys, useAction } from "../../keyboard.ts";
import { canEdit } from "../../model/messages/message-permissions.ts";
import { placeOfConversation, type Target } from "../../model/routes/conversation.ts";
import type { FeedRoute, Route } from "../../model/routes/place.ts";
import { attempt } from "../attempt.ts";
import type { Composition } from "./composition.ts";
import { showSnippets } from "./dialogs/snippets-dialog.tsx";
import { editedMessage } from "./editing/edited-message.tsx";
import { recordVoice } from "./insert-menu.tsx";
import { conversationOfTarget } from "./target/target.ts";

/** Edits the user's last message in a place. Returns false if there is none. */
function editLast(client: Client, place: Route): boolean {
  const isFeed = ["topic", "direct", "channel", "combined", "directs"].includes(place.view);
  if (!isFeed) return false;
  const state = client.watch();
  const messages = client.feed(place as FeedRoute).messages.value;
  const last = messages.findLast((message) => message.sender_id === state.user_id && canEdit(state, message));
  if (last === undefined) return false;
  editedMessage.value = last.id;
  return true;
}

const isWritten = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, button, a, [contenteditable], dialog, [popover]");

/** Binds the composer's keys while it is open. */
export function useComposerKeys(composition: Composition, place: Route): void {
  const client = useClient();
  useAction("editLast", () => editLast(client, place));
  useAction("openTarget", () => {
    const to = conversationOfTarget(composition.target.value, client.watch().user_id);
    if (to === undefined) return false;
    client.go(placeOfConversation(to));
    return true;
  });
  useAction("voiceMessage", () => void attempt(client, () => recordVoice(client, composition)));
  useAction("snippets", () => showSnippets(client, composition));
  // A layout effect, so that no key typed right after the composer appears is lost.
  useLayoutEffect(() => {
    // If single letters aren't shortcuts, typing a letter anywhere goes to the composer.
    const typed = (event: KeyboardEvent) => {
      const isLetter = [...event.key].length === 1 && event.key !== " ";
      const modified = event.ctrlKey || event.metaKey || event.altKey;
      if (letterKeys.value || !isLetter || modified || event.defaultPrevented || isWritten(event.target)) return;
      composition.focus();
    };
    document.addEventListener("keydown", typed);
    return () => document.removeEventListener("keydown", typed);
  }, [composition]);
}

/**
 * `engaged` is true from the first use of the composer until the user clicks outside it or moves the focus elsewhere by
 * keyboard. After that, phones hide the bar. They don't hide it before the click, because the layout would change and
 * the click would miss its target.
 */
export function useEngaged(): { readonly engaged: ReadonlySignal<boolean>; readonly engage: () => void } {
  const engaged = useSignal(false);
  useEffect(() => {
    let isByKey = false;
    // The user may have opened the dialog or popover from the composer.
    const isElsewhere = (at: EventTarget | null) =>
      at instanceof Element && at.closest(".composer, dialog, [popover]") === null;
    const acted = ({ type, target }: Event) => {
      isByKey = type === "keydown";
      if (type === "click" && isElsewhere(target)) engaged.value = false;
    };
    const left = () => {
      if (!isByKey) return;
      requestAnimationFrame(() => {
        if (isElsewhere(document.activeElement)) engaged.value = false;
      });
    };
    const acts = ["keydown", "pointerdown", "click"];
    for (const type of acts) document.addEventListener(type, acted, true);
    document.addEventListener("focusout", left);
    return () => {
      for (const type of acts) document.removeEventListener(type, acted, true);
      document.removeEventListener("focusout", left);
    };
  }, [engaged]);
  return {
    engaged,
    engage: () => {
      engaged.value = true;
    },
  };
}

/**
 * Focuses a field when the composition requests it, or as soon as the field is shown. A field with a `kind` takes the
 * focus only for targets of that kind. For other targets, other fields are about to be shown.
 */
export function useWanted(
  composition: Composition,
  which: "target" | "text",
  field: () => HTMLElement | null,
  kind?: Target["kind"],
): void {
  const give = useRef(() => {});
  give.current = () => {
    const isMeant = kind === undefined || composition.target.peek()?.kind === kind;
    const element = composition.wants.value === which && isMeant ? field() : null;
    element?.focus();
    if (element !== null && document.activeElement === element) composition.wants.value = undefined;
  };
  useLayoutEffect(() => composition.wants.subscribe(() => give.current()), [composition]);
  useLayoutEffect(() => give.current());
}
