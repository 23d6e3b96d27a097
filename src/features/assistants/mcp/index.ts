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
 *   page.ts            POST /mcp: from the request to the caller's server, or the response to unauthorized callers
 *   get-caller.ts      the account behind the credentials, loaded from the realm at each request
 *   server-for.ts      a caller's server: its tools, resources (resources.ts) and prompts (prompts.ts)
 *   research.ts        the two tools of POST /mcp/research
 *   subscriptions.ts   streams of changes, fed by an event queue
 *   changed-places.ts  what an event changes
 *   watch-conversations.ts   what a stream can report
 *   endpoints.ts       the websites whose pages can make requests; for tools: people, statuses, and the audit entry for
 *                      what a call showed
 *
 * The tools are in ../tools/, one file each. Other callers use them, too (`callTool`). Changes go through
 * ../tools/guard.ts.
 */

export const assistants = feature({
  name: "assistants",
  endpoints: [getCallerEndpoint, ...mcpEndpoints, watchEndpoint],
  pages: mcpPages,
  handlers: [on(beforeAdmissionHook, checkKeyForAssistant)],
});
