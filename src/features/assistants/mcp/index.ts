import { feature } from "../../../feature.ts";
import { beforeAdmissionHook } from "../../../realm/admission-hooks.ts";
import { on } from "../../../realm/realm.ts";
import { getOriginsEndpoint, getPeopleEndpoint, getStandingsEndpoint, noteReadEndpoint } from "./endpoints.ts";
import { getCallerEndpoint } from "./get-caller.ts";
import { mcpPages } from "./page.ts";
import { checkKeyForAssistant } from "./taken-keys.ts";
import { watchEndpoint } from "./watch-conversations.ts";

/*
 * The address at which assistants use an organization, by the Model Context Protocol (src/mcp/).
 *
 *   page.ts            POST /mcp: from the request to the server of its caller
 *   credentials-of.ts  who asks: the token of a grant, or a bot's API key
 *   get-caller.ts      the account behind it, asked in the realm at each request
 *   taken-keys.ts      the API keys that the organization's rules let ask
 *   refused.ts         the answer to whoever may not ask
 *   origins.ts         the websites whose pages may ask
 *   server-for.ts      the server that a caller gets, of tools, and of the next three
 *   resources.ts, prompts.ts, completions.ts
 *   research.ts        the two tools of POST /mcp/research
 *   instructions.ts    what every model reads first
 *   subscriptions.ts   streams of changes, fed by a queue of events
 *   changed-places.ts  what an event changes
 *   watch-conversations.ts, streams.ts   what a stream may tell of, and how many streams are open
 *   get-people.ts, get-standings.ts   endpoints for the tools alone
 *   note-read.ts       the audit log's entry of what a call has shown
 *
 * The tools themselves stand in ../tools/, which serves other callers too (`callTool`). One file each; what changes
 * something goes through ../tools/guard.ts.
 */

/** Assistants at POST /mcp. */
export const assistants = feature({
  name: "assistants",
  endpoints: [
    getCallerEndpoint,
    getOriginsEndpoint,
    getPeopleEndpoint,
    getStandingsEndpoint,
    noteReadEndpoint,
    watchEndpoint,
  ],
  pages: mcpPages,
  handlers: [on(beforeAdmissionHook, checkKeyForAssistant)],
});
