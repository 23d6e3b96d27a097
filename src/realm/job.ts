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
   * Calls endpoints as another account, by the way of all requests: the realm is asked as any Worker asks it. A job that waits for
   * one must hold nothing meanwhile that the realm needs to answer.
   */
  readonly callAs: (caller: InnerCaller) => CallEndpoint;
}

/**
 * Defines an outbox job by the schema of its stored payload. A payload that does not match fails the job, which is
 * retried.
 */
export const job =
  <Schema extends v.GenericSchema>(
    payload: Schema,
    work: (context: JobContext, payload: v.InferOutput<Schema>) => Promise<void> | void,
  ) =>
  (context: JobContext, stored: unknown): Promise<void> | void =>
    work(context, v.parse(payload, stored));
