import { useLayoutEffect } from "preact/hooks";
import { type Client, useClient } from "../../client/client.ts";
import { letterKeys, useAction } from "../../keyboard.ts";
import { onDemand } from "../../loads.ts";
import { canEdit } from "../../model/messages/message-permissions.ts";
import type { FeedPlace, Place } from "../../model/places/place.ts";
import type { Composition } from "./composition.ts";
import { editedMessage } from "./editing/edited-message.tsx";
import { conversationOfTarget, placeOfConversation } from "./target/target.ts";

/** Edits the last message that the user has written in a place; returns false if there is none. */
function editLast(client: Client, place: Place): boolean {
  const isFeed = ["topic", "direct", "channel", "combined", "directs"].includes(place.view);
  if (!isFeed) return false;
  const state = client.watch();
  const now = Date.now() / 1000;
  const messages = client.feed(place as FeedPlace).messages.value;
  const last = messages.findLast((message) => message.sender_id === state.user_id && canEdit(state, message, now));
  if (last === undefined) return false;
  editedMessage.value = last.id;
  return true;
}

const isWritten = (target: EventTarget | null) =>
  target instanceof Element &&
  target.closest("input, textarea, select, button, a, [contenteditable], dialog, [popover]");

/** Binds the keys of the composer while it is open. */
export function useComposerKeys(composition: Composition, place: Place): void {
  const client = useClient();
  useAction("editLast", () => editLast(client, place));
  useAction("openTarget", () => {
    const to = conversationOfTarget(composition.target.value, client.watch().user_id);
    if (to === undefined) return false;
    client.go(placeOfConversation(to));
    return true;
  });
  useAction("snippets", async () => (await onDemand()).showSnippets(client, composition));
  // A layout effect, so that no key is lost that is typed right after the composer appears.
  useLayoutEffect(() => {
    // If single letters are not used as shortcuts, typing a letter anywhere goes into the composer.
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
