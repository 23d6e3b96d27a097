import { type ReadonlySignal, useComputed, useSignal } from "@preact/signals";
import type { ComponentChildren, RefObject } from "preact";
import { useEffect, useId, useRef } from "preact/hooks";
import { useClient } from "../../../client/client.ts";
import type { Candidate } from "../../../model/completion/candidate.ts";
import { topicsOfChannelEdit } from "../../../model/completion/completion-edit.ts";
import { type Trigger, triggerAt } from "../../../model/completion/trigger.ts";
import type { Edit } from "../../../model/formatting/field.ts";
import type { Target } from "../../../model/routes/conversation.ts";
import { applyEdit, fieldOf } from "../apply-edit.ts";
import { askTime } from "../dialogs/time-dialog.tsx";
import { editFor, type Offer, offerAt } from "./completer.ts";
import { CompletionList } from "./completion-list.tsx";

export interface CompletionContext {
  readonly target: Target | undefined;
  /** Executes a command, such as opening the dialog of /poll. Returns false for commands that are sent as text. */
  readonly runCommand?: (command: string) => boolean;
}

interface Completion {
  /** Call when the text has changed. */
  update(): void;
  close(): void;
  /** Handles a key for the list. Returns true if the key had an effect. */
  keyDown(event: KeyboardEvent): boolean;
  readonly aria: Readonly<Record<string, string | undefined>>;
  readonly list: ComponentChildren;
}

/**
 * Completes the text being typed in a field. The list opens automatically, and handles the arrow keys, Enter, Tab and
 * Escape.
 */
export function useCompletion(
  area: RefObject<HTMLTextAreaElement | null>,
  writing: () => CompletionContext,
): Completion {
  const client = useClient();
  const id = useId();
  const asked = useSignal<ReadonlySignal<Offer | undefined> | undefined>(undefined);
  const offered = useComputed(() => asked.value?.value);
  const chosen = useSignal(0);
  /**
   * Start of the text whose list was closed with Escape. The list stays closed there while the user continues typing.
   */
  const dismissed = useRef<number>(undefined);
  /** Position of the caret when the list was last updated. */
  const caret = useRef<number>(undefined);

  const close = () => {
    asked.value = undefined;
  };
  const ask = () => {
    const field = area.current;
    if (field === null) return;
    chosen.value = 0;
    caret.current = field.selectionEnd;
    asked.value =
      field.selectionStart === field.selectionEnd ? offerAt(client, fieldOf(field), writing().target) : undefined;
    const from = offered.value?.trigger.from;
    if (from !== dismissed.current) dismissed.current = undefined;
    else if (from !== undefined) close();
  };
  const closeIfMoved = () => {
    const { selectionStart, selectionEnd } = area.current ?? {};
    if (selectionStart !== caret.current || selectionEnd !== caret.current) close();
  };
  useEffect(() => {
    // Older browsers fire this event only at the document, not at text fields.
    document.addEventListener("selectionchange", closeIfMoved);
    return () => document.removeEventListener("selectionchange", closeIfMoved);
  }, []);
  const make = (edit: Edit) => {
    if (area.current === null) return;
    applyEdit(area.current, edit);
    // The inserted text may have further completions, such as a channel's topics.
    ask();
  };
  const put = (candidate: Candidate, trigger: Trigger) => {
    if (area.current !== null) make(editFor(client, candidate, trigger, fieldOf(area.current)));
  };
  const take = (at: number) => {
    const offer = offered.value;
    const candidate = offer?.candidates[at];
    if (offer === undefined || candidate === undefined) return;
    if (candidate.kind === "command" && writing().runCommand?.(candidate.command)) {
      make({ from: 0, to: area.current?.selectionEnd ?? 0, insert: "", start: 0, end: 0 });
    } else if (candidate.kind === "time" && candidate.at === undefined) {
      close();
      void askTime().then((at) => {
        const field = area.current && fieldOf(area.current);
        // The text may have changed while the dialog was open, for example because an upload has ended.
        const trigger = field && triggerAt(field.text, field.end);
        if (at === undefined || trigger?.kind !== "time") area.current?.focus();
        else put({ ...candidate, at }, trigger);
      });
    } else put(candidate, offer.trigger);
  };

  const keyDown = (event: KeyboardEvent): boolean => {
    // The `selectionchange` event may arrive after the next key.
    closeIfMoved();
    const offer = offered.value;
    if (offer === undefined || event.ctrlKey || event.metaKey || event.altKey) return false;
    const count = offer.candidates.length;
    const candidate = offer.candidates[chosen.value];
    switch (event.key) {
      case "ArrowDown":
        chosen.value = (chosen.value + 1) % count;
        return true;
      case "ArrowUp":
        chosen.value = (chosen.value + count - 1) % count;
        return true;
      case "Enter":
      case "Tab":
        if (event.shiftKey) return false;
        take(chosen.value);
        return true;
      case "Escape":
        dismissed.current = offer.trigger.from;
        close();
        return true;
      case ">":
        if (candidate?.kind !== "channel" || area.current === null) return false;
        make(topicsOfChannelEdit(candidate.channel.name, offer.trigger, fieldOf(area.current)));
        return true;
      default:
        return false;
    }
  };

  const offer = offered.value;
  return {
    update: ask,
    close,
    keyDown,
    aria: {
      "aria-autocomplete": "list",
      "aria-controls": offer && id,
      "aria-activedescendant": offer && `${id}-${chosen.value}`,
    },
    list: offer && (
      <CompletionList
        id={id}
        area={area}
        offer={offer}
        chosen={chosen.value}
        onTake={take}
        onChoose={(at) => {
          chosen.value = at;
        }}
      />
    ),
  };
}
