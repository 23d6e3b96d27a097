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
   * Calls endpoints as another account, on the same path as a Worker's requests. A job waiting for such a call must not
   * hold anything the realm needs to answer it.
   */
  readonly callAs: (caller: InnerCaller) => CallEndpoint;
}

/**
 * Defines an outbox job by the schema of its stored payload. A payload that doesn't match fails the job, which is
 * retried.
 */
export const job =
  <Schema extends v.GenericSchema>(
    payload: Schema,
    work: (context: JobContext, payload: v.InferOutput<Schema>) => Promise<void> | void,
  ) =>
  (context: JobContext, stored: unknown): Promise<void> | void =>
    work(context, v.parse(payload, stored));
