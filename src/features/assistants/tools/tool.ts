import * as v from "valibot";
import { jsonSchema } from "../../../api/json-schema.ts";
import type { Exchange, InputRequired } from "../../../mcp/exchange.ts";
import type { JsonObject } from "../../../mcp/json.ts";
import type { ToolDefinition } from "../../../mcp/server.ts";
import type { Writer } from "./writes.ts";

/** A scope that a user must have granted. */
export type ToolScope = "read" | "write" | "files";

/** What a tool returns: text for the model, and data for a program. */
export interface ToolResult {
  readonly text: string;
  /** Included if the caller requested data, and always for tools with an output schema. */
  readonly data?: object;
}

interface ToolContext<Args> {
  readonly caller: Writer;
  readonly args: Args;
  readonly exchange: Exchange;
}

type Input = v.StrictObjectSchema<v.ObjectEntries, undefined>;

interface Definition<I extends Input> {
  readonly name: string;
  readonly description: string;
  readonly input: I;
  readonly output?: v.GenericSchema;
  readonly scope: ToolScope;
  readonly hints?: { readonly destructive?: true; readonly idempotent?: true };
  /** Whether the tool is only for users' assistants, because a bot has no one to ask. */
  readonly isForGrants?: true;
  /** Whether a call of a writing tool with these arguments only reads. */
  readonly onlyReads?: (args: JsonObject) => boolean;
  /** What bots' scripts get in a trial, where no tool runs. Null if scripts don't have the tool. */
  readonly trialData: object | null;
  readonly run: (context: ToolContext<v.InferOutput<I>>) => Promise<ToolResult | InputRequired>;
}

/** A tool as seen by callers that only know its name. */
export interface Tool {
  readonly name: string;
  readonly scope: ToolScope;
  readonly input: Input;
  readonly hasOutput: boolean;
  readonly isForGrants: boolean;
  readonly onlyReads: (args: JsonObject) => boolean;
  readonly trialData: object | null;
  readonly definition: ToolDefinition;
  readonly run: (context: ToolContext<never>) => Promise<ToolResult | InputRequired>;
}

/** Defines a tool. Its input schema determines the arguments' types and validation, and the schema for clients. */
export function tool<I extends Input>(definition: Definition<I>): Tool {
  const { name, description, input, output, scope, hints = {}, isForGrants = false, trialData, run } = definition;
  const isRead = scope !== "write";
  const { onlyReads = () => isRead } = definition;
  return {
    ...{ name, scope, input, run, isForGrants, onlyReads, trialData, hasOutput: output !== undefined },
    definition: {
      ...{ name, description },
      inputSchema: jsonSchema(input),
      ...(output && { outputSchema: jsonSchema(output) }),
      annotations: {
        readOnlyHint: isRead,
        destructiveHint: hints.destructive === true,
        idempotentHint: isRead || hints.idempotent === true,
        openWorldHint: false,
      },
    },
  };
}

const intBetween = (least: number, most: number) =>
  v.pipe(v.number(), v.integer(), v.minValue(least), v.maxValue(most));

/** Arguments shared by several tools. */
export const conversationText = v.pipe(v.string(), v.minLength(1), v.maxLength(2000));
export const messageId = v.pipe(v.number(), v.integer(), v.minValue(0));
export const time = v.pipe(v.string(), v.maxLength(40));
export const upTo = (most: number) => v.optional(intBetween(1, most));
export const maxTokens = v.optional(intBetween(500, 20_000));
export const format = v.optional(v.picklist(["text", "data"]));
export const words = (most: number) => v.pipe(v.string(), v.maxLength(most));

export const DEFAULT_TOKENS = 4000;
