import { lengthLimits } from "../../../protocol/limits.ts";
import { trimContent } from "../../../protocol/message-content.ts";

const TRUNCATED = "\n[message truncated]";
const ATTACHMENTS_OMITTED = "(Some attachments were left out.)";

/** A message's text with links to its files at its end, and cut so that they fit (webhooks.md 6). */
export function contentWithFiles(
  text: string,
  files: readonly { readonly name: string; readonly path_id: string }[],
  isCut: boolean,
): string {
  const links = files.map(({ name, path_id }) => `[${linkText(name)}](/user_uploads/${path_id})`);
  const end = [...links, ...(isCut ? [ATTACHMENTS_OMITTED] : [])].join("\n");
  if (end === "") return trimContent(text);
  const room = lengthLimits.max_message_length - [...end].length - 2;
  return `${cut(text.trimEnd(), room)}\n\n${end}`;
}

function cut(text: string, most: number): string {
  if (text.length <= most) return text;
  const characters = [...text];
  return characters.length <= most ? text : characters.slice(0, most - TRUNCATED.length).join("") + TRUNCATED;
}

const linkText = (name: string) => name.replace(/[[\]\\`*_~]/g, "-").slice(0, 120);
