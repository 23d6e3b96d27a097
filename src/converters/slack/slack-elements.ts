import { listAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { markdownLink } from "../markdown/markdown-link.ts";
import { type SlackNames, slackText, unescaped, withEmoji } from "./slack-text.ts";

export const plainOrMarked = (text: unknown, names: SlackNames): string =>
  textAt(text, "type") === "plain_text"
    ? withEmoji(unescaped(textAt(text, "text")))
    : slackText(textAt(text, "text"), names);

/** Converts an image to a link, or to its title if it has no URL. In that case, it is among the message's files. */
export const imageLink = (image: unknown): string => {
  const address = textAt(image, "image_url");
  const title = textAt(image, "title", "text") || textAt(image, "alt_text");
  return address === "" ? unescaped(title) : markdownLink(unescaped(title) || "image", address);
};

/** Returns the text for an interactive element of an app's message, which no longer does anything here. */
export function elementText(element: unknown, names: SlackNames): string {
  const type = textAt(element, "type");
  if (type === "") return "";
  if (type === "image") return imageLink(element);
  if (type === "plain_text" || type === "mrkdwn") return plainOrMarked(element, names);
  const label = plainOrMarked(valueAt(element, "text"), names);
  if (label !== "") return pressed(label, textAt(element, "url"));
  const chosen = listAt(element, "options").map((option) => plainOrMarked(valueAt(option, "text"), names));
  const shown = [plainOrMarked(valueAt(element, "placeholder"), names), ...chosen, ...initialOf(element)];
  return shown
    .filter((text) => text !== "")
    .map((text) => pressed(text, ""))
    .join(" ");
}

/** Converts a button to a link, or to its label in brackets if it has no URL. */
const pressed = (label: string, url: string): string => (url === "" ? `[${label}]` : markdownLink(label, url));

const initialOf = (element: unknown): string[] =>
  ["initial_date", "initial_time", "initial_value"].map((key) => textAt(element, key));
