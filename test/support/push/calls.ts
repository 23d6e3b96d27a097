import type * as v from "valibot";
import type { Installation, ServiceState } from "./service-state.ts";

/** The fields of a form, or of a document of JSON. */
export type Fields = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** One call of the service, with what it needs to be answered. */
export interface Asked {
  readonly state: ServiceState;
  readonly form: <Schema extends Fields>(schema: Schema) => v.InferOutput<Schema>;
  readonly json: <Schema extends Fields>(schema: Schema) => v.InferOutput<Schema>;
  /** Fetches an address of an installation's, to see whose it is. */
  readonly fetchOutside: (url: string) => Promise<Response>;
}

/** A call of an installation that has said who it is. */
export interface AskedBy extends Asked {
  readonly installation: Installation;
}

/** The fields of a successful answer. */
export type Answered = object | Promise<object>;

/** Calls by method and path below `/api/v1/remotes/`. */
export interface Calls {
  readonly open: Readonly<Record<string, (asked: Asked) => Answered>>;
  readonly authenticated: Readonly<Record<string, (asked: AskedBy) => Answered>>;
}
