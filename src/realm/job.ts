import * as v from "valibot";
import type { Env } from "../config/env.ts";
import type { Log } from "../logging/log.ts";
import type { Realm } from "./realm.ts";

export interface JobContext {
  readonly realm: Realm;
  readonly env: Env;
  readonly log: Log;
}

/** A job with what it is told, which is stored: one that cannot be read fails, and is tried again like any other. */
export const job =
  <Schema extends v.GenericSchema>(
    payload: Schema,
    work: (context: JobContext, payload: v.InferOutput<Schema>) => Promise<void> | void,
  ) =>
  (context: JobContext, stored: unknown): Promise<void> | void =>
    work(context, v.parse(payload, stored));
