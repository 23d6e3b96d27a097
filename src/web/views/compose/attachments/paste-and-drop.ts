import { type ReadonlySignal, useSignal } from "@preact/signals";
import type { RefObject } from "preact";
import { useEffect } from "preact/hooks";
import { isInCode } from "../../../model/formatting/in-code.ts";
import { pasteAddress } from "../../../model/formatting/inline.ts";
import { isRich, markdownOfHtml } from "../../../model/formatting/markdown-of-html.ts";
import { serverHtml } from "../../../parts/server-html.ts";
import { applyEdit, fieldOf, insertText } from "../apply-edit.ts";

/** True if Shift was held when the user last pressed the key for pasting. Shift pastes without formatting. */
let plainWanted = false;
addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "v" && (event.ctrlKey || event.metaKey)) plainWanted = event.shiftKey;
});

interface Pasting {
  readonly onFiles: (files: readonly File[]) => void;
  /** Returns a URL's short form, or undefined if it has none. */
  readonly shorten: (address: string) => string | undefined;
}

/**
 * Pastes files as uploads, a URL over selected text as a link, other URLs in their short form if they have one, and
 * HTML as Markdown. The browser pastes everything else.
 */
export function pasted(event: ClipboardEvent, { onFiles, shorten }: Pasting): void {
  const { clipboardData: data, currentTarget: area } = event;
  if (data === null || !(area instanceof HTMLTextAreaElement)) return;
  const plain = plainWanted;
  plainWanted = false;
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  // Word processors and spreadsheets also put an image of the copied text on the clipboard.
  if (data.files.length > 0 && text === "") {
    event.preventDefault();
    onFiles([...data.files]);
    return;
  }
  const field = fieldOf(area);
  if (plain || isInCode(field.text, field.start)) return;
  const edit = pasteAddress(field, text);
  if (edit !== undefined) {
    event.preventDefault();
    applyEdit(area, edit);
    return;
  }
  // A short form becomes a link only at the start of a word.
  const short = /(?:^|[\s(])$/.test(field.text.slice(0, field.start)) ? shorten(text.trim()) : undefined;
  if (short !== undefined) {
    event.preventDefault();
    insertText(area, short);
    return;
  }
  const markdown = html === "" || isCode(html) ? undefined : markdownOf(html);
  if (markdown === undefined) return;
  event.preventDefault();
  insertText(area, markdown);
}

/**
 * Converts pasted HTML to Markdown, or returns undefined if it has no formatting. The HTML is never shown. It is parsed
 * into a separate document that runs no scripts and loads nothing. The page's Trusted Types policy still applies.
 */
function markdownOf(html: string): string | undefined {
  const { body } = new DOMParser().parseFromString(serverHtml(html).__html, "text/html");
  return isRich(body) ? markdownOfHtml(body) : undefined;
}

/** True if the HTML comes from a code editor. Its colors mean nothing in a message. */
const isCode = (html: string) => /^<meta[^>]*>\s*<div[^>]*font-family:[^>]*monospace|vscode/i.test(html.slice(0, 400));

const holdsFiles = ({ dataTransfer }: DragEvent) => dataTransfer?.types.includes("Files") === true;

/** Accepts files dropped anywhere on the conversation. The signal is true while files are dragged over it. */
export function useDrop(
  box: RefObject<HTMLElement | null>,
  onFiles: (files: readonly File[]) => void,
): ReadonlySignal<boolean> {
  const held = useSignal(false);
  useEffect(() => {
    const place = box.current?.closest<HTMLElement>("main") ?? box.current;
    if (place === null) return;
    const over = (event: DragEvent) => {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      held.value = true;
    };
    const leave = ({ relatedTarget }: DragEvent) => {
      if (!(relatedTarget instanceof Node && place.contains(relatedTarget))) held.value = false;
    };
    const drop = (event: DragEvent) => {
      held.value = false;
      const files = [...(event.dataTransfer?.files ?? [])];
      // The message editor handles files dropped on it itself.
      if (files.length === 0 || event.defaultPrevented) return;
      event.preventDefault();
      onFiles(files);
    };
    place.addEventListener("dragover", over);
    place.addEventListener("dragleave", leave);
    place.addEventListener("drop", drop);
    return () => {
      place.removeEventListener("dragover", over);
      place.removeEventListener("dragleave", leave);
      place.removeEventListener("drop", drop);
    };
  }, [box, held, onFiles]);
  return held;
}
