import { listAt, textAt } from "../text/loose-json.ts";
import { markdownLink } from "../text/markdown-link.ts";
import { blocksText } from "./slack-blocks.ts";
import { type SlackNames, slackText, unescaped } from "./slack-text.ts";

/**
 * The attachments of a message as Markdown: what links were unfolded to, and what integrations wrote. Mattermost's are of
 * the same form.
 */
export const attachmentsText = (message: unknown, names: SlackNames): string =>
  listAt(message, "attachments")
    .map((attachment) => attachmentText(attachment, names))
    .filter((text) => text !== "")
    .join("\n\n");

function attachmentText(attachment: unknown, names: SlackNames): string {
  const title = unescaped(textAt(attachment, "title"));
  const of = (key: string) => slackText(textAt(attachment, key), names);
  const shown = [
    title !== "" && `**${markdownLink(title, textAt(attachment, "title_link") || title)}**`,
    of("pretext"),
    of("text"),
    ...listAt(attachment, "fields").map((field) => fieldText(field, names)),
    blocksText(attachment, names),
    of("footer"),
  ].filter((part) => typeof part === "string" && part !== "");
  return shown.length > 0 ? shown.join("\n") : of("fallback");
}

function fieldText(field: unknown, names: SlackNames): string {
  const [title, value] = [unescaped(textAt(field, "title")), slackText(textAt(field, "value"), names)];
  if (title === "" || value === "") return title === "" ? value : `**${title}**`;
  return `**${title}**: ${value}`;
}
