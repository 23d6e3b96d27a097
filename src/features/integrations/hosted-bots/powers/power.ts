import * as v from "valibot";
import type { Config } from "../../../../config/config.ts";
import type { Env } from "../../../../config/env.ts";
import { describeIssue } from "../../../../endpoints/issue.ts";
import type { JsonObject } from "../../../../mcp/json.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";

/** Calls a tool of assistants by its name, as the bot of a run. */
export type CallTool = (name: string, args: JsonObject) => Promise<unknown>;

/** A run of a bot's program, as what it asks for needs to know it. */
export interface RunContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly config: Config;
  readonly bot: UserId;
  /** The message that it is run for; null for a timer. */
  readonly message: MessageId | null;
  /** The hosts that it may ask. */
  readonly hosts: readonly string[];
  readonly callTool: CallTool;
  /** Counts a message that it answers with. Throws where there are too many. */
  countReply(): void;
}

/** A request that a program can make of the server, by its name: `parley.call(name, args)`. */
export interface Power {
  readonly args: v.GenericSchema;
  run(context: RunContext, args: unknown): unknown;
}

/** Defines a power by the schema of its arguments, in which everything has a limit. */
export const power = <Schema extends v.GenericSchema>(
  args: Schema,
  run: (context: RunContext, args: v.InferOutput<Schema>) => unknown,
): Power => ({ args, run });

/** The arguments of a call. Throws the protocol's error where they are not what they have to be. */
export function argumentsOf<T>(name: string, schema: v.GenericSchema<unknown, T>, given: unknown): T {
  const result = v.safeParse(schema, given);
  if (result.success) return result.output;
  throw badRequest(describeIssue(name, result.issues[0]));
}
