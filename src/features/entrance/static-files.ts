import { type Page, page } from "../../http/page.ts";
import home from "../../web/home.html";
import homeScript from "../../web/home.client.js";
import icon from "../../web/icon.svg";

const POLICY = "default-src 'self'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'";

const file = (route: string, text: string, type: string, seconds: number): Page =>
  page(
    `GET ${route}`,
    () =>
      new Response(text, {
        headers: {
          "content-type": `${type}; charset=utf-8`,
          "cache-control": `public, max-age=${seconds}`,
          "content-security-policy": POLICY,
          "x-content-type-options": "nosniff",
        },
      }),
  );

/** The page at the root, and what it needs. */
export const staticFiles: readonly Page[] = [
  file("/", home, "text/html", 60),
  file("/static/home.js", homeScript, "text/javascript", 3600),
  file("/static/icon.svg", icon, "image/svg+xml", 86_400),
];
