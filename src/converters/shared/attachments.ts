import { listAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { markdownLink } from "../markdown/markdown-link.ts";

/** How to convert the parts of attachments that differ between Slack and Mattermost. */
interface AttachmentStyle {
  /** Converts text that may contain markup. */
  readonly text: (text: string) => string;
  /** Converts a single line of plain text. */
  readonly line: (text: string) => string;
  /** Additional parts of an attachment, as Markdown. */
  readonly more: (attachment: unknown) => string;
}

/** Converts a message's attachments to Markdown: link previews, and content written by integrations. */
export const attachmentsText = (message: unknown, style: AttachmentStyle): string =>
  listAt(message, "attachments")
    .map((attachment) => attachmentText(attachment, style))
    .filter((text) => text !== "")
    .join("\n\n");

function attachmentText(attachment: unknown, { text, line, more }: AttachmentStyle): string {
  const of = (key: string) => text(textAt(attachment, key));
  const linked = (key: string, address: string) => {
    const shown = line(textAt(attachment, key));
    return shown === "" ? "" : markdownLink(shown, textAt(attachment, address) || shown);
  };
  const [author, title] = [linked("author_name", "author_link"), linked("title", "title_link")];
  const fields = listAt(attachment, "fields").map((field) => {
    const value = valueAt(field, "value");
    const [name, said] = [
      line(textAt(field, "title")),
      text(typeof value === "number" ? String(value) : textAt(field, "value")),
    ];
    return name === "" ? said : `**${name}**${said === "" ? "" : `: ${said}`}`;
  });
  const pressed = listAt(attachment, "actions").map((action) => {
    const [label, url] = [line(textAt(action, "text") || textAt(action, "name")), textAt(action, "url")];
    return label === "" ? "" : url === "" ? `[${label}]` : markdownLink(label, url);
  });
  const pictures = [...new Set([textAt(attachment, "image_url"), textAt(attachment, "thumb_url")])].slice(0, 1);
  const shown = [
    of("pretext"),
    author,
    title === "" ? "" : `**${title}**`,
    of("text"),
    ...fields,
    more(attachment),
    ...pictures.map((url) => (url === "" ? "" : markdownLink("image", url))),
    pressed.filter((one) => one !== "").join(" "),
    of("footer"),
  ].filter((part) => part !== "");
  if (shown.length > 0) return shown.join("\n");
  // Without a preview, only the URL is left.
  return of("fallback").replace(/^\[no preview available\]$/, "") || textAt(attachment, "from_url");
}
