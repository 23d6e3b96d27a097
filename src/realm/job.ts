import * as v from "valibot";
import type { Env } from "../config/env.ts";
import type { Log } from "../logging/log.ts";
import type { CallEndpoint, InnerCaller } from "../rpc/inner-caller.ts";
import type { Realm } from "./realm.ts";

export interface JobContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly log: Log;
  /**
   * Calls endpoints as another account, on the same path as a Worker's requests. While waiting for the response, the
   * job must not hold anything that the realm needs for the call.
   */
  readonly callAs: (caller: InnerCaller) => CallEndpoint;
}

/**
 * Defines an outbox job by the schema of its stored payload. If a payload doesn't match, the job fails and is retried.
 */
export const job =
  <Schema extends v.GenericSchema>(
    payload: Schema,
    work: (context: JobContext, payload: v.InferOutput<Schema>) => Promise<void> | void,
  ) =>
  (context: JobContext, stored: unknown): Promise<void> | void =>
    work(context, v.parse(payload, stored));
