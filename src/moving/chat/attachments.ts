import { listAt, textAt } from "../text/loose-json.ts";
import { markdownLink } from "../text/markdown-link.ts";

/** How the parts of attachments become Markdown, which differs between Slack and Mattermost. */
interface AttachmentStyle {
  /** A text that may be marked up. */
  readonly text: (text: string) => string;
  /** A text in one line that is not. */
  readonly line: (text: string) => string;
  /** What an attachment has besides, as Markdown. */
  readonly more: (attachment: unknown) => string;
}

/** The attachments of a message as Markdown: what links were unfolded to, and what integrations wrote. */
export const attachmentsText = (message: unknown, style: AttachmentStyle): string =>
  listAt(message, "attachments")
    .map((attachment) => attachmentText(attachment, style))
    .filter((text) => text !== "")
    .join("\n\n");

function attachmentText(attachment: unknown, { text, line, more }: AttachmentStyle): string {
  const title = line(textAt(attachment, "title"));
  const of = (key: string) => text(textAt(attachment, key));
  const fields = listAt(attachment, "fields").map((field) => {
    const [name, value] = [line(textAt(field, "title")), text(textAt(field, "value"))];
    return name === "" ? value : `**${name}**${value === "" ? "" : `: ${value}`}`;
  });
  const shown = [
    title === "" ? "" : `**${markdownLink(title, textAt(attachment, "title_link") || title)}**`,
    of("pretext"),
    of("text"),
    ...fields,
    more(attachment),
    of("footer"),
  ].filter((part) => part !== "");
  return shown.length > 0 ? shown.join("\n") : of("fallback");
}
