import { page } from "../../../api/page.ts";
import { html } from "../../../html-pages/html.ts";
import { withoutOrganization } from "../../../html-pages/no-organization-page.ts";
import { organizationPage } from "../../../html-pages/page-organization.ts";
import { PARLEY_VERSION } from "../../../protocol/version.ts";
import { words } from "../../../protocol/words/words.ts";

const connectWords = words("connect", {
  title: "Connect to {organization}",
  apps: "Zulip's mobile apps, terminal client and bots work here, too. Give them this URL, and log in with your email and password:",
  file: "A terminal client, a bot or a script reads these lines from a file named zuliprc:",
  key: "This command returns your API key:",
  assistants: "Assistants",
  mcp: "Assistants that speak the Model Context Protocol connect here:",
  where:
    "In Claude, add this URL under Settings, Connectors; in ChatGPT, under Settings, Apps & Connectors; in VS Code, with the command “MCP: Add Server”. The assistant then opens a page on which you choose what it can do.",
  terminal: "For Claude Code, run this in a terminal:",
  bots: "An assistant that acts for no one uses a bot's API key, in this header:",
  build: "Build on it",
  api: "API description",
  status: "Server status",
});

/** Explains how to connect other clients. */
export const connectPage = page("GET /help/connect", (context) => {
  const { language, facts } = context;
  const { origin } = facts;
  const w = connectWords[language];
  const code = (text: string) => html`<pre dir="ltr">${text}</pre>\n`;
  const body = html`<p>${w.apps}</p>
${code(origin)}<p>${w.file}</p>
${code(`[api]\nemail=you@example.org\nkey=YOUR_API_KEY\nsite=${origin}`)}<p>${w.key}</p>
${code(`curl ${origin}/api/v1/fetch_api_key \\\n  -d username=you@example.org --data-urlencode password=...`)}<h2 id="assistants">${w.assistants}</h2>
<p>${w.mcp}</p>
${code(`${origin}/mcp`)}<p>${w.where}</p>
<p>${w.terminal}</p>
${code(`claude mcp add --transport http parley ${origin}/mcp`)}<p>${w.bots}</p>
${code("Authorization: Bearer KEY")}<h2>${w.build}</h2>
<p><a href="/api/v1/openapi.json">${w.api}</a> · <a href="/health">${w.status}</a></p>`;
  const more = { body, foot: html`Parley ${PARLEY_VERSION}`, wide: true };
  return organizationPage(context, ({ name }) => ({ title: w.title(name), ...more }), withoutOrganization);
});
