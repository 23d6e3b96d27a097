import { type Page, page } from "../../../endpoints/page.ts";
import { allEmoji } from "../../../markup/index.ts";
import { textResponse } from "../../../protocol/text-response.ts";
import homeScript from "../../../web/home.client.js";
import home from "../../../web/home.html";
import icon from "../../../web/icon.svg";

const POLICY = "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const file = (route: string, text: string | (() => string), type: string, seconds: number): Page =>
  page(
    `GET ${route}`,
    () =>
      textResponse(typeof text === "string" ? text : text(), {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "cache-control": `public, max-age=${seconds}`,
          "content-security-policy": POLICY,
          "x-content-type-options": "nosniff",
        },
      }),
    { crossOrigin: type !== "text/html" },
  );

/** Where clients look the names of emoji up: server_emoji_data_url. */
const emojiTable = () => JSON.stringify({ code_to_names: Object.fromEntries(allEmoji()) });

/** The page at the root, and what it needs. */
export const staticFiles: readonly Page[] = [
  file("/", home, "text/html", 60),
  file("/static/home.js", homeScript, "text/javascript", 3600),
  file("/static/emoji.json", emojiTable, "application/json", 86_400),
  file("/static/icon.svg", icon, "image/svg+xml", 86_400),
];
