import * as v from "valibot";
import { HttpRefusal, invalidParams } from "../../../mcp/errors.ts";
import { type Exchange, InputRequired } from "../../../mcp/exchange.ts";
import type { JsonObject } from "../../../mcp/json.ts";
import type { ToolResult } from "../../../mcp/server.ts";
import { askPersonTool } from "./ask-person.ts";
import { awaitReply } from "./await-reply.ts";
import { type Caller, ToolError, type UnguardedCaller } from "./caller.ts";
import { catchUp } from "./catch-up.ts";
import { editMessage } from "./edit-message.ts";
import { findMessages } from "./find-messages.ts";
import { guarded } from "./guard.ts";
import { listConversations } from "./list-conversations.ts";
import { mark } from "./mark.ts";
import { people } from "./people.ts";
import { readBoard } from "./read-board.ts";
import { readConversation } from "./read-conversation.ts";
import { schedule } from "./schedule.ts";
import { searchFiles } from "./search-files.ts";
import { sendMessage } from "./send-message.ts";
import type { Tool, ToolScope } from "./tool.ts";

/** Tools in the order in which assistants get them. Don't reorder, because clients cache prompts that contain them. */
export const tools: readonly Tool[] = [
  ...[catchUp, findMessages, readConversation, listConversations, people, searchFiles],
  ...[sendMessage, editMessage, mark, schedule, askPersonTool],
  ...[awaitReply, readBoard],
];

/** For callers that aren't an assistant's client, and so have no one to ask or to report progress to. */
const ALONE: Exchange = {
  capabilities: {},
  inputResponses: undefined,
  state: undefined,
  progress: () => {},
  signal: new AbortController().signal,
};

export async function dataOfTool(name: string, args: JsonObject, caller: UnguardedCaller): Promise<unknown> {
  const tool = tools.find((one) => one.name === name);
  const isChosen = tool !== undefined && "format" in tool.input.entries;
  const result = await callTool(name, isChosen ? { ...args, format: "data" } : args, caller, ALONE, true);
  if (result instanceof InputRequired) throw new ToolError("A person would have to be asked.");
  const text = result.content[0]?.["text"];
  if (result.isError === true) throw new ToolError(String(text));
  return result.structuredContent ?? { text };
}

/** Calls a tool by name. Problems that the model can fix become a result with `isError`. */
export async function callTool(
  name: string,
  args: JsonObject,
  caller: UnguardedCaller,
  exchange: Exchange = ALONE,
  isProgram = false,
): Promise<ToolResult | InputRequired> {
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined || !isOffered(tool, caller)) throw invalidParams(`There is no tool ${name}.`);
  if (tool.scope === "write" && caller.only_reads)
    return errorResult("The organization doesn't let assistants write here.");
  checkScope(tool.scope, caller);
  const read = v.safeParse(tool.input, args);
  if (!read.success) return errorResult(describeIssue(read.issues[0]));
  return withErrorsAsResults(async () => {
    const answer = await guarded(caller, { tool, args, exchange }, (asGuarded) =>
      tool.run({ caller: asGuarded, args: read.output as never, exchange }),
    );
    if (answer instanceof InputRequired) return answer;
    const wantsData = isProgram || tool.hasOutput || args["format"] === "data";
    const content = [{ type: "text", text: answer.text }];
    return wantsData && answer.data !== undefined ? { content, structuredContent: answer.data } : { content };
  });
}

/** Converts errors that a model can fix to a result. */
export async function withErrorsAsResults<Result>(work: () => Promise<Result>): Promise<Result | ToolResult> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ToolError) return errorResult(error.message);
    throw error;
  }
}

const errorResult = (text: string): ToolResult => ({ content: [{ type: "text", text }], isError: true });

/** Returns why a tool's arguments are invalid, or undefined if they aren't. */
export function problemWith(name: string, args: JsonObject): string | undefined {
  const tool = tools.find((one) => one.name === name);
  const read = tool && v.safeParse(tool.input, args);
  return read?.success === false ? describeIssue(read.issues[0]) : undefined;
}

function describeIssue(issue: v.BaseIssue<unknown>): string {
  const where = v.getDotPath(issue) ?? "arguments";
  return issue.type === "strict_object" && issue.expected === "never"
    ? `Unknown argument: ${where}.`
    : `${where}: expected ${issue.expected ?? issue.message}, not ${issue.received}.`;
}

export const isOffered = ({ isForGrants }: Tool, { scopes }: Caller): boolean => !isForGrants || scopes !== null;

/** For each scope, the scopes that grant it. Omits scopes granted only by themselves. */
const WIDER: Readonly<Record<string, readonly string[]>> = { read: ["read", "write"] };

export const isCovered = (scope: ToolScope, { scopes, only_reads }: Pick<Caller, "scopes" | "only_reads">): boolean =>
  (scope !== "write" || !only_reads) &&
  (scopes === null || (WIDER[scope] ?? [scope]).some((one) => scopes.includes(one)));

/** Throws if the caller lacks a scope, with an error that names the scope to clients. */
export function checkScope(scope: ToolScope, caller: Caller): void {
  if (isCovered(scope, caller)) return;
  const body = { result: "error", code: "INSUFFICIENT_SCOPE", msg: `Needs the scope ${scope}.`, scope };
  throw new HttpRefusal(caller.refused(Response.json(body, { status: 403 }), scope));
}
