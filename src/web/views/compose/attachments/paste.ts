import { onDemand } from "../../../loads.ts";
import { isInCode } from "../../../model/completion/code-at.ts";
import { pasteAddress } from "../../../model/formatting/link.ts";
import { applyEdit, fieldOf, insertText } from "../editing/apply-edit.ts";

/** Whether Shift was held when the paste began: then the text goes in as it is. */
let plainWanted = false;
addEventListener("keydown", (event) => {
  if (event.key.toLowerCase() === "v" && (event.ctrlKey || event.metaKey)) plainWanted = event.shiftKey;
});

/** Pastes files as uploads, an address over a text as a link, and HTML as Markdown. All else is the browser's to paste. */
export function pasted(event: ClipboardEvent, onFiles: (files: readonly File[]) => void): void {
  const { clipboardData: data, currentTarget: area } = event;
  if (data === null || !(area instanceof HTMLTextAreaElement)) return;
  const plain = plainWanted;
  plainWanted = false;
  const text = data.getData("text/plain");
  const html = data.getData("text/html");
  // Word processors and sheets also give a picture of what was copied.
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
  // Loaded when first needed; what cannot be loaded is pasted as it is.
  onDemand().then(
    ({ markdownOf }) => insertText(area, markdownOf(html) ?? text),
    () => insertText(area, text),
  );
}

/** Editors of code put their colours into the clipboard, which say nothing. */
const isCode = (html: string) => /^<meta[^>]*>\s*<div[^>]*font-family:[^>]*monospace|vscode/i.test(html.slice(0, 400));
