import { createHash } from "node:crypto";
import { directionOf, type Language } from "../protocol/language.ts";
import { textResponse } from "../protocol/text-response.ts";
import tokens from "../web/style/tokens.css";
import { Html, html } from "./html.ts";
import pageStyle from "./page.css";

const style = tokens + pageStyle;
const STYLE = new Html(`<style>${style}</style>`);
const STYLE_HASH = createHash("sha256").update(style).digest("base64");

const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`;

/**
 * Headers of every page. They only allow scripts that the page contains or refers to, forbid framing, and hide the URL,
 * which can contain a secret, from other sites. With the referrer policy `no-referrer`, browsers would omit Origin from
 * form posts.
 */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
};

/** Icon of pages without an organization, and of organizations without an icon. */
export const DEFAULT_ICON = "/static/icon.svg";

export interface PageOrganization {
  readonly name: string;
  readonly icon: string;
}

export interface PageContent {
  readonly language: Language;
  readonly title: string;
  readonly body: Html;
  readonly status?: number | undefined;
  readonly organization?: PageOrganization | undefined;
  readonly about?: Html | undefined;
  /** Path of a script that the page requires. */
  readonly script?: string | undefined;
  /** Source of a script that the page works without. */
  readonly inlineScript?: string | undefined;
  /** Shown below the page, such as the language choice. */
  readonly foot?: Html | undefined;
  /** True to show the organization's introduction, in its color, next to the form. */
  readonly isEntrance?: boolean;
  /** True if the page is more than a short form. */
  readonly wide?: boolean;
}

export const wantsPage = ({ headers }: Request): boolean => headers.get("accept")?.includes("text/html") === true;

/** Builds a page that works without scripts, unless `script` is set. */
export function htmlPage({
  language,
  title,
  body,
  status = 200,
  organization,
  about,
  foot,
  isEntrance,
  wide,
  script,
  inlineScript,
}: PageContent): Response {
  const page = html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${title}</title>
<link rel="icon" href="${organization?.icon ?? DEFAULT_ICON}">
${STYLE}
${script && html`<script type="module" src="${script}"></script>\n`}</head>
<body>
<div class="${wide ? "page wide" : isEntrance ? `page entrance hue-${hueOf(organization?.name ?? "")}` : "page"}">
<header>
${markOf(organization)}
<h1>${title}</h1>
${about && html`<div class="about">${about}</div>\n`}</header>
<main>
${body}
</main>
</div>
${foot && html`<footer>${foot}</footer>\n`}${inlineScript && new Html(`<script>${inlineScript}</script>\n`)}</body>
</html>
`;
  const response = textResponse(page.text, { status, headers: { ...HEADERS, "content-language": language } });
  if (script !== undefined) response.headers.set("content-security-policy", `${POLICY}; script-src 'self'`);
  if (inlineScript !== undefined) {
    const hash = createHash("sha256").update(inlineScript).digest("base64");
    // No other script runs on the page, and this one can only send requests to this server.
    response.headers.set("content-security-policy", `${POLICY}; script-src 'sha256-${hash}'; connect-src 'self'`);
  }
  return response;
}

const HUES = 10;

/** Returns the hue of an organization's color, derived from its name. */
const hueOf = (name: string): number => [...name].reduce((sum, letter) => sum + (letter.codePointAt(0) ?? 0), 0) % HUES;

/** Returns the organization's picture, or its initial if there is none. */
function markOf(organization: PageOrganization | undefined): Html {
  const icon = organization?.icon ?? DEFAULT_ICON;
  if (organization === undefined || icon !== DEFAULT_ICON) return html`<img class="mark" src="${icon}" alt="">`;
  const [first] = new Intl.Segmenter().segment(organization.name);
  return html`<span class="mark" aria-hidden="true">${first?.segment.toUpperCase()}</span>`;
}
