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
 * The headers of every page: no script runs in it but one that it names, no other page frames it, and its address, which
 * may hold a secret, is sent to no other site. The referrer is not turned off whole, because browsers then send no Origin with forms.
 */
const HEADERS = {
  "content-type": "text/html; charset=utf-8",
  "content-security-policy": POLICY,
  "cache-control": "no-store",
  "referrer-policy": "same-origin",
  "x-content-type-options": "nosniff",
};

/** The icon of pages that are of no organization, and of organizations without one. */
export const DEFAULT_ICON = "/static/icon.svg";

/** The part of an organization that its pages show. */
export interface PageOrganization {
  readonly name: string;
  /** The path of its picture on this server. */
  readonly icon: string;
}

interface PageContent {
  readonly language: Language;
  readonly title: string;
  readonly body: Html;
  readonly status?: number;
  readonly organization?: PageOrganization | undefined;
  /** Text below the heading. */
  readonly about?: Html | undefined;
  /** The path of the script that the page cannot do without. */
  readonly script?: string | undefined;
  /** A script that adds something to the page, which does without it. */
  readonly inlineScript?: string | undefined;
  /** Whether the page is more than a short form. */
  readonly wide?: boolean;
}

/** Whether a browser asks for a page to show. */
export const wantsPage = ({ headers }: Request): boolean => headers.get("accept")?.includes("text/html") === true;

/** A page that works without scripts, unless it names one. */
export function htmlPage({
  language,
  title,
  body,
  status = 200,
  organization,
  about,
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
<div class="${wide ? "page wide" : "page"}">
<header>
${markOf(organization)}
<h1>${title}</h1>
${about && html`<div class="about">${about}</div>\n`}</header>
<main>
${body}
</main>
</div>
${inlineScript && new Html(`<script>${inlineScript}</script>\n`)}</body>
</html>
`;
  const response = textResponse(page.text, { status, headers: { ...HEADERS, "content-language": language } });
  if (script !== undefined) response.headers.set("content-security-policy", `${POLICY}; script-src 'self'`);
  if (inlineScript !== undefined) {
    const hash = createHash("sha256").update(inlineScript).digest("base64");
    // No other script runs there, and that one asks this server alone.
    response.headers.set("content-security-policy", `${POLICY}; script-src 'sha256-${hash}'; connect-src 'self'`);
  }
  return response;
}

/** The picture of the organization, or else its first letter. */
function markOf(organization: PageOrganization | undefined): Html {
  const icon = organization?.icon ?? DEFAULT_ICON;
  if (organization === undefined || icon !== DEFAULT_ICON) return html`<img class="mark" src="${icon}" alt="">`;
  const [first] = new Intl.Segmenter().segment(organization.name);
  return html`<span class="mark" aria-hidden="true">${first?.segment.toUpperCase()}</span>`;
}
