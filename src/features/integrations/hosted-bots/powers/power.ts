import type * as v from "valibot";
import type { Config } from "../../../../config/config.ts";
import type { Env } from "../../../../config/env.ts";
import type { JsonObject } from "../../../../mcp/json.ts";
import type { MessageId, UserId } from "../../../../protocol/ids.ts";
import type { Realm } from "../../../../realm/realm.ts";

/** Calls an assistant tool by name, as the bot of a run. */
export type CallTool = (name: string, args: JsonObject) => Promise<unknown>;

/** The parts of a run that its powers can access. */
export interface RunContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly config: Config;
  readonly bot: UserId;
  /** Message that triggered the run; null for a timer. */
  readonly message: MessageId | null;
  /** Press that triggered the run, if any. */
  readonly press: number | null;
  readonly hosts: readonly string[];
  readonly callTool: CallTool;
  /** Counts a reply. Throws if the run has written too many. */
  countReply(): void;
}

/** A request that a script can make to the server, by name: `parley.call(name, args)`. */
export interface Power {
  readonly args: v.GenericSchema;
  run(context: RunContext, args: unknown): unknown;
}

/** Defines a power by the schema of its arguments, whose values must all be bounded. */
export const power = <Schema extends v.GenericSchema>(
  args: Schema,
  run: (context: RunContext, args: v.InferOutput<Schema>) => unknown,
): Power => ({ args, run });
