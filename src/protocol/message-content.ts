import { badRequest } from "./errors.ts";
import { lengthLimits } from "./limits.ts";

const TRUNCATED = "\n[message truncated]";

/**
 * Converts a message's text to its stored form (messages.md 1): removes insignificant surrounding whitespace, and
 * truncates it to the maximum length.
 */
export function trimContent(text: string): string {
  const content = text.trimEnd().replace(/^[\r\n]+/, "");
  const most = lengthLimits.max_message_length;
  if (content.length <= most) return content;
  const characters = [...content];
  if (characters.length <= most) return content;
  return characters.slice(0, most - TRUNCATED.length).join("") + TRUNCATED;
}

/** Throws if the text isn't valid as a message's content. */
export function checkContent(content: string): void {
  if (content.trim() === "") throw badRequest("Message must not be empty");
  if (content.includes("\0")) throw badRequest("Message must not contain null bytes");
}
