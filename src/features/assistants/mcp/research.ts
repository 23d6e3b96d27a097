import * as v from "valibot";
import { jsonSchema } from "../../../api/json-schema.ts";
import { invalidParams } from "../../../mcp/errors.ts";
import type { McpServer, ToolResult } from "../../../mcp/server.ts";
import { checkScope, withErrorsAsResults } from "../tools/call-tool.ts";
import { type Caller, callEndpoint, ToolError, type UnguardedCaller } from "../tools/caller.ts";
import { inOneLine, truncate } from "../tools/clean.ts";
import { conversationName, conversationOfMessage } from "../tools/conversation.ts";
import { search } from "../tools/find-messages.ts";
import { watched } from "../tools/guard.ts";
import { type Message, messageLink } from "../tools/messages.ts";
import { readPage } from "../tools/read-conversation.ts";
import { timeIn } from "../tools/times.ts";

const searchInput = v.strictObject({ query: v.pipe(v.string(), v.maxLength(500)) });
const fetchInput = v.strictObject({ id: v.pipe(v.string(), v.regex(/^\d{1,15}$/)) });

const annotations = { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false };

/** The two tools that clients' research modes require, in the required form. */
const tools = [
  {
    ...{ name: "search", description: "Search the messages of the team chat.", annotations },
    inputSchema: jsonSchema(searchInput),
  },
  {
    ...{ name: "fetch", description: "Read a message that was found, with the messages around it.", annotations },
    inputSchema: jsonSchema(fetchInput),
  },
];

const RESULTS = 20;

const result = (value: object): ToolResult => ({ content: [{ type: "text", text: JSON.stringify(value) }] });
const messageTitle = (message: Message, caller: Caller) =>
  `${conversationName(conversationOfMessage(caller, message))}, ${inOneLine(message.sender_full_name)}: ${truncate(inOneLine(message.content), 80)}`;

async function call(name: string, args: unknown, caller: Caller): Promise<ToolResult> {
  checkScope("read", caller);
  if (name === "search") {
    const { query } = parseArguments(searchInput, args);
    const { found } = await search(caller, { query, limit: RESULTS });
    const results = found.map((one) => ({
      id: String(one.id),
      title: messageTitle(one, caller),
      url: messageLink(caller, one),
    }));
    return result({ results });
  }
  if (name !== "fetch") throw invalidParams(`There is no tool ${name}.`);
  const { id } = parseArguments(fetchInput, args);
  const fields = { apply_markdown: false, allow_empty_topic_name: true };
  const { message } = await callEndpoint<{ message: Message }>(caller, `GET /messages/${id}`, fields);
  const { text } = await readPage(caller, conversationOfMessage(caller, message), { around: Number(id), limit: 30 });
  const metadata = { sender: inOneLine(message.sender_full_name), time: timeIn(message.timestamp, caller.timezone) };
  return result({ id, title: messageTitle(message, caller), text, url: messageLink(caller, message), metadata });
}

function parseArguments<Value>(schema: v.GenericSchema<unknown, Value>, args: unknown): Value {
  const read = v.safeParse(schema, args);
  if (read.success) return read.output;
  throw new ToolError(read.issues[0].message);
}

/** The server of /mcp/research. It has its own URL because a tool list must not depend on the caller. */
export const researchParts = (caller: UnguardedCaller): Pick<McpServer, "tools" | "callTool"> => ({
  tools,
  callTool: (name, args) =>
    withErrorsAsResults(() => watched(caller, { kind: "read", tool: name }, (one) => call(name, args, one))),
});
