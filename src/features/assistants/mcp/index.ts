import { feature } from "../../../feature.ts";
import { beforeAdmissionHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { mcpEndpoints } from "./endpoints.ts";
import { checkKeyForAssistant, getCallerEndpoint } from "./get-caller.ts";
import { mcpPages } from "./page.ts";
import { watchEndpoint } from "./watch-conversations.ts";

/*
 * The endpoint through which assistants use an organization, over the Model Context Protocol (src/mcp/).
 *
 *   page.ts            POST /mcp: from the request to the caller's server
 *   credentials-of.ts  the caller's credentials: the token of a grant, or a bot's API key
 *   get-caller.ts      the account behind them, loaded from the realm at each request
 *   taken-keys.ts      which API keys the organization's rules accept
 *   refused.ts         the response to unauthorized callers
 *   origins.ts         the websites whose pages can make requests
 *   server-for.ts      a caller's server: its tools, and the next three
 *   resources.ts, prompts.ts, completions.ts
 *   research.ts        the two tools of POST /mcp/research
 *   subscriptions.ts   streams of changes, fed by an event queue
 *   changed-places.ts  what an event changes
 *   watch-conversations.ts   what a stream can report
 *   endpoints.ts       only for the tools: people, standings, open streams, and the audit entry for what a call showed
 *
 * The tools themselves are in ../tools/, one file each; other callers use them too (`callTool`). Changes go through
 * ../tools/guard.ts.
 */

/** Assistants at POST /mcp. */
export const assistants = feature({
  name: "assistants",
  endpoints: [getCallerEndpoint, ...mcpEndpoints, watchEndpoint],
  pages: mcpPages,
  handlers: [on(beforeAdmissionHook, checkKeyForAssistant)],
});
