import * as v from "valibot";
import { HttpRefusal, McpError } from "../../../../mcp/errors.ts";
import type { JsonObject } from "../../../../mcp/json.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { CallEndpoint } from "../../../../rpc/inner-caller.ts";
import { dataOfTool, problemWith, tools } from "../../../assistants/tools/call-tool.ts";
import { ToolError, type UnguardedCaller } from "../../../assistants/tools/caller.ts";
import { OverLimit, runLimits } from "../run-limits.ts";
import { type CallTool, power } from "./power.ts";

/** Assistant tools that scripts can call as `parley.tools.NAME`. */
export const toolNames: readonly string[] = tools.filter(({ trialData }) => trialData !== null).map(({ name }) => name);

/** Wraps a tool as a power. The tool's own schema validates the arguments. */
export const toolPower = (name: string) =>
  power(v.optional(v.record(v.string(), v.unknown()), {}), (context, args) => context.callTool(name, args));

interface ToolRun {
  /** Starts a tool call. Returns the function that calls endpoints as the bot. */
  readonly begin: () => CallEndpoint;
  /** Aborted when the run has ended. */
  readonly over: AbortSignal;
  /** Counts a written message. Throws if the run has written too many. */
  countReply(): void;
}

const WRITING = ["POST /messages", "POST /scheduled_messages"];

/** Tools of one run. They are called one at a time, and none continues after the run has ended. */
export function toolsOf({ begin, over, countReply }: ToolRun): CallTool {
  let calls = 0;
  let last: Promise<unknown> = Promise.resolve();
  const work = async (name: string, args: JsonObject) => {
    const asBot = begin();
    const call: CallEndpoint = async (route, fields) => {
      if (over.aborted) throw badRequest("The run has ended.");
      if (WRITING.includes(route)) countReply();
      return asBot(route, fields);
    };
    try {
      return await dataOfTool(name, args, await callerBy(call));
    } catch (error) {
      throw await scriptErrorOf(error);
    }
  };
  return (name, args) => {
    calls += 1;
    if (calls > runLimits.tool_calls) throw new OverLimit(`It called more than ${runLimits.tool_calls} tools.`);
    const turn = last.then(() => work(name, args));
    last = turn.catch(() => {});
    return turn;
  };
}

async function callerBy(call: CallEndpoint): Promise<UnguardedCaller> {
  const answer = await call("GET /assistants/caller");
  if (!answer.ok) throw new HttpRefusal(answer);
  return { ...(await answer.json<Omit<UnguardedCaller, "call" | "refused">>()), call, refused: (refusal) => refusal };
}

/** Converts a tool's error to one for the script. Errors that aren't the script's fault are returned unchanged. */
async function scriptErrorOf(error: unknown): Promise<unknown> {
  if (error instanceof ToolError || error instanceof McpError) return badRequest(error.message);
  if (!(error instanceof HttpRefusal) || error.response.status >= 500) return error;
  return badRequest((await error.response.json<{ msg: string }>()).msg);
}

/** Returns a tool's data in a trial, where tools find nothing and do nothing. */
export const triedTool: CallTool = async (name, args) => {
  const problem = problemWith(name, args);
  if (problem !== undefined) throw badRequest(problem);
  return tools.find((tool) => tool.name === name)?.trialData;
};
