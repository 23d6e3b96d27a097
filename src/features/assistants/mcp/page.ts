import * as v from "valibot";
import { type PageContext, page } from "../../../api/page.ts";
import { OWN_MACHINE } from "../../../config/config.ts";
import { isLoopback } from "../../../config/loopback.ts";
import { readBareKey, readKey } from "../../../http/read-key.ts";
import { HttpRefusal } from "../../../mcp/errors.ts";
import { serveMcp } from "../../../mcp/serve.ts";
import type { McpServer } from "../../../mcp/server.ts";
import type { Resource } from "../../../protocol/actor.ts";
import { notLoggedIn } from "../../../protocol/errors.ts";
import { type Credentials, hashAccessToken, type KeyCredentials } from "../../../rpc/credentials.ts";
import { machineClock } from "../../../util/clock.ts";
import { uploadKey } from "../../files/attachments/attachments.ts";
import { serveFile } from "../../files/storage/serve-file.ts";
import { descriptionOf, resourcePaths } from "../oauth-grants/oauth/discovery.ts";
import type { UnguardedCaller } from "../tools/caller.ts";
import type { CallerFields } from "./get-caller.ts";
import { researchServerFor, type Served, serverFor } from "./server-for.ts";

/** A grant's access token, recognizable by its prefix. */
const TOKEN = /^pma_[A-Za-z0-9_-]{20,100}$/;

/** Returns a request's credentials for a resource: a grant's token or a bot's API key. Ignores cookies. */
function credentialsIn(headers: Headers, resource: Resource): Credentials | null {
  const header = headers.get("authorization");
  if (header === null) return null;
  const [, bearer] = /^bearer\s+(\S+)\s*$/i.exec(header) ?? [];
  if (bearer === undefined) {
    if (/^basic\s/i.test(header)) return asAssistant(readKey(header));
    throw notLoggedIn();
  }
  if (TOKEN.test(bearer)) return { by: "grant", tokenHash: hashAccessToken(bearer, resource) };
  if (bearer.startsWith("pma_")) throw notLoggedIn();
  return asAssistant(readBareKey(bearer));
}

const asAssistant = (key: KeyCredentials | null): Credentials | null => key && { ...key, asksAsAssistant: true };

/** Creates the page of an MCP endpoint from a function that returns the server for each caller. */
const mcpPage = (resource: Resource, serverOf: (caller: UnguardedCaller, served: Served) => McpServer) =>
  page(
    `POST ${resourcePaths[resource]}`,
    async (context) => {
      const origin = context.request.headers.get("origin");
      const isForeign = origin !== null && !mayAsk(origin, context);
      const isAllowed = !isForeign || (await isListed(origin, context));
      const answer = await serveMcp(
        context.request,
        {
          allowsOrigin: () => isAllowed,
          milliseconds: () => machineClock.milliseconds(),
          fault(error) {
            context.log.failure("assistant_failed", error);
            return context.facts.id;
          },
        },
        async () => {
          const { state_key, ...fields } = await callerOf(context, resource);
          const now = Math.floor(machineClock.milliseconds() / 1000);
          const served = {
            stateKey: state_key,
            openFile: (path: string) => openFile(context, path),
            now,
            outlives: context.outlives,
          };
          const refuse = (answer: Response, scope?: string) =>
            refused(answer, { context, resource, wanted: scope && [...(fields.scopes ?? []), scope] });
          return serverOf({ ...fields, call: context.call, refused: refuse }, served);
        },
      );
      return isForeign && isAllowed ? readableAt(origin, answer) : answer;
    },
    { credentials: ({ headers }) => credentialsIn(headers, resource), countsOnce: true },
  );

async function callerOf(context: PageContext, resource: Resource): Promise<CallerFields> {
  const answer = await context.call("GET /assistants/caller");
  if (answer.ok) return answer.json<CallerFields>();
  throw new HttpRefusal(
    answer.status === 401 || answer.status === 403 ? refused(answer, { context, resource }) : answer,
  );
}

async function openFile({ call, request, env }: PageContext, path: string): Promise<Response> {
  const answer = await call(`GET /user_uploads/${path.split("/").map(encodeURIComponent).join("/")}`);
  if (!answer.ok) return answer;
  const whole = new Request(request.url);
  return serveFile(whole, env, { key: uploadKey(path), cacheControl: "no-store" });
}

export const mcpPages = [
  mcpPage("mcp", serverFor),
  mcpPage("research", researchServerFor),
  ...Object.values(resourcePaths).map((path) => page(`OPTIONS ${path}`, allowPage)),
];

interface RefusalContext {
  readonly context: Pick<PageContext, "facts" | "request">;
  readonly resource: Resource;
  /** The assistant's scopes and the one it lacks. Clients request exactly these scopes, and lose any others. */
  readonly wanted?: readonly string[] | "" | undefined;
}

/**
 * Response of /mcp to unauthorized callers. Its headers tell clients how to get what they lack (RFC 6750, RFC 9728).
 *
 * @param answer of an endpoint: 401 for invalid credentials, 403 for a missing scope
 */
function refused(answer: Response, { context, resource, wanted }: RefusalContext): Response {
  const headers = new Headers({ "cache-control": "no-store", "content-type": "application/json" });
  const wait = answer.headers.get("retry-after");
  if (wait !== null) headers.set("retry-after", wait);
  const metadata = `resource_metadata="${descriptionOf(context.facts.origin, resource)}"`;
  if (answer.status === 401) {
    const error = context.request.headers.has("authorization") ? ', error="invalid_token"' : "";
    headers.set("www-authenticate", `Bearer ${metadata}, scope="read"${error}`);
  } else if (wanted) {
    const scopes = [...new Set(wanted)].join(" ");
    const description = 'error_description="The person has not allowed this."';
    headers.set(
      "www-authenticate",
      `Bearer error="insufficient_scope", scope="${scopes}", ${metadata}, ${description}`,
    );
  }
  return new Response(answer.body, { status: answer.status, headers });
}

/**
 * Whether pages of this origin can send requests: the organization's own pages and, if the server runs on the user's
 * own machine, anything on that machine. Other hostnames that someone points at the machine don't count.
 */
function mayAsk(origin: string, { url, config }: Pick<PageContext, "url" | "config">): boolean {
  const asking = URL.parse(origin)?.host;
  if (asking === undefined) return false;
  if (isLoopback(url.host)) return isLoopback(asking);
  if (config.rootDomain !== OWN_MACHINE) return asking === url.host;
  return config.site !== null && asking === new URL(config.site).host;
}

/** Whether the organization allows requests from pages of this website. */
async function isListed(origin: string, { ask }: Pick<PageContext, "ask">): Promise<boolean> {
  const reply = await ask("GET /assistants/origins");
  const { origins } = v.parse(v.object({ origins: v.array(v.string()) }), reply ?? { origins: [] });
  return origins.includes(origin);
}

/** Allows a website's pages to read a response, including the headers about authentication and retrying. */
function readableAt(origin: string, answer: Response): Response {
  answer.headers.set("Access-Control-Allow-Origin", origin);
  answer.headers.set("Access-Control-Expose-Headers", "WWW-Authenticate, Retry-After");
  answer.headers.append("Vary", "Origin");
  return answer;
}

/** Answers a browser's CORS preflight. */
async function allowPage(context: PageContext): Promise<Response> {
  const origin = context.request.headers.get("origin");
  if (origin === null || !(mayAsk(origin, context) || (await isListed(origin, context))))
    return new Response(null, { status: 403, headers: { Vary: "Origin" } });
  const headers = {
    "Access-Control-Allow-Methods": "POST",
    "Access-Control-Allow-Headers": "Authorization, Content-Type, MCP-Protocol-Version, Mcp-Method, Mcp-Name",
    "Access-Control-Max-Age": "600",
  };
  return readableAt(origin, new Response(null, { status: 204, headers }));
}
