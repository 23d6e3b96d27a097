import { textResponse } from "../protocol/text-response.ts";
import { type Html, html } from "./html.ts";

/**
 * The headers of every page: no script runs in it, no other page frames it, and its address, which may hold a secret,
 * is sent to no other site. The referrer is not turned off whole, because browsers then send no Origin with forms.
 */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy":
    "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

const STYLE = html`<style>
  :root { color-scheme: light dark; --accent: #2f6f5e; --soft: color-mix(in srgb, currentColor 12%, transparent); }
  body { font: 16px/1.55 system-ui, sans-serif; max-width: 32rem; margin: 0 auto; padding: 3rem 1.25rem; }
  header { display: flex; gap: .75rem; align-items: center; margin-bottom: 2rem; }
  header img { width: 2.5rem; height: 2.5rem; }
  h1 { font-size: 1.4rem; margin: 0; }
  label { display: block; margin: 1rem 0; }
  input { display: block; box-sizing: border-box; width: 100%; font: inherit; padding: .45rem .6rem; margin-top: .25rem; }
  button { font: inherit; padding: .5rem 1.25rem; border: 0; border-radius: .35rem; background: var(--accent); color: #fff; }
  code, pre { font: .875rem/1.5 ui-monospace, monospace; background: var(--soft); border-radius: .35rem; }
  code { padding: .1rem .3rem; }
  pre { padding: .85rem 1rem; white-space: pre-wrap; overflow-wrap: anywhere; }
  a { color: var(--accent); }
  .wrong { border-left: .25rem solid #b3403a; padding: .25rem .75rem; }
</style>`;

/** Whether a browser asks for a page to show. */
export const wantsPage = ({ headers }: Request): boolean => headers.get("accept")?.includes("text/html") === true;

/** A page that works without scripts. */
export function htmlPage({ title, body, status = 200 }: { title: string; body: Html; status?: number }): Response {
  const page = html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="/static/icon.svg" type="image/svg+xml">
${STYLE}
</head>
<body>
<header><img src="/static/icon.svg" alt=""><h1>${title}</h1></header>
<main>
${body}
</main>
</body>
</html>
`;
  return textResponse(page.text, { status, headers: HEADERS });
}
