import { type Page, page } from "../../../api/page.ts";
import { feature } from "../../../feature.ts";
import { allEmoji } from "../../../markup/index.ts";
import { textResponse } from "../../../protocol/text-response.ts";
import { DAY } from "../../../util/time.ts";
import icon from "../../../web/icon.svg";
import { connectPage } from "./connect-page.ts";
import { getHealthEndpoint, getWholeHealthEndpoint } from "./get-health.ts";
import { getServerSettingsEndpoint } from "./get-server-settings.ts";

const POLICY = "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const file = (route: string, text: string | (() => string), type: string): Page =>
  page(
    `GET ${route}`,
    () =>
      textResponse(typeof text === "string" ? text : text(), {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "cache-control": `public, max-age=${DAY}`,
          "content-security-policy": POLICY,
        },
      }),
    { crossOrigin: true },
  );

/** Returns the content of `server_emoji_data_url`, where clients look up the names of emoji. */
const emojiTable = () => JSON.stringify({ code_to_names: Object.fromEntries(allEmoji()) });

const staticFiles: readonly Page[] = [
  file("/static/emoji.json", emojiTable, "application/json"),
  file("/static/icon.svg", icon, "image/svg+xml"),
];

/** Server-wide resources available to anyone: settings, health and static files. */
export const information = feature({
  name: "information",
  tag: "entrance",
  endpoints: [getServerSettingsEndpoint, getHealthEndpoint, getWholeHealthEndpoint],
  pages: [connectPage, ...staticFiles],
});
