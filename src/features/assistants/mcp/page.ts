import { type PageContext, page } from "../../../api/page.ts";
import { HttpRefusal } from "../../../mcp/errors.ts";
import { serveMcp } from "../../../mcp/serve.ts";
import type { McpServer } from "../../../mcp/server.ts";
import type { Resource } from "../../../protocol/actor.ts";
import { machineClock } from "../../../util/clock.ts";
import { uploadKey } from "../../files/attachments/attachments.ts";
import { serveFile } from "../../files/storage/serve-file.ts";
import type { UnguardedCaller } from "../tools/caller.ts";
import { credentialsFor } from "./credentials-of.ts";
import type { CallerFields } from "./get-caller.ts";
import { allowPage, isListed, mayAsk, readableAt } from "./origins.ts";
import { refused } from "./refused.ts";
import { researchServerFor, type Served, serverFor } from "./server-for.ts";

const paths: Readonly<Record<Resource, string>> = { mcp: "/mcp", research: "/mcp/research" };

/** Creates an MCP endpoint from a function that returns each caller's server. */
const mcpPage = (resource: Resource, serverOf: (caller: UnguardedCaller, served: Served) => McpServer) =>
  page(
    `POST ${paths[resource]}`,
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
    { credentials: credentialsFor(resource), countsOnce: true },
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
  ...Object.values(paths).map((path) => page(`OPTIONS ${path}`, allowPage)),
];
