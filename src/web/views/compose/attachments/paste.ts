import { onDemand } from "../../../loads.ts";
import { isInCode } from "../../../model/completion/code-at.ts";
import { pasteAddress } from "../../../model/formatting/link.ts";
import { applyEdit, fieldOf, insertText } from "../editing/apply-edit.ts";

/** Whether Shift was held when the paste began, which pastes the text without formatting. */
let plainWanted = false;
addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "v" && (event.ctrlKey || event.metaKey)) plainWanted = event.shiftKey;
});

/** Pastes files as uploads, an address over selected text as a link, and HTML as Markdown. The browser pastes the rest. */
export function pasted(event: ClipboardEvent, onFiles: (files: readonly File[]) => void): void {
  const { clipboardData: data, currentTarget: area } = event;
  if (data === null || !(area instanceof HTMLTextAreaElement)) return;
  const plain = plainWanted;
  plainWanted = false;
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  // Word processors and spreadsheets also put a picture of the copied text on the clipboard.
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
  if (html === "" || isCode(html)) return;
  event.preventDefault();
  // The converter is loaded on first use; if that fails, the plain text is pasted.
  onDemand().then(
    ({ markdownOf }) => insertText(area, markdownOf(html) ?? text),
    () => insertText(area, text),
  );
}

/** Whether HTML comes from a code editor, whose colors mean nothing in a message. */
const isCode = (html: string) => /^<meta[^>]*>\s*<div[^>]*font-family:[^>]*monospace|vscode/i.test(html.slice(0, 400));
