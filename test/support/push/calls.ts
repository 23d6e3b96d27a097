import type * as v from "valibot";
import type { Installation, ServiceState } from "./service-state.ts";

/** A schema for the fields of a form or of a JSON document. */
export type Fields = v.ObjectSchema<v.ObjectEntries, undefined> | v.StrictObjectSchema<v.ObjectEntries, undefined>;

/** One call of the service, with everything needed to answer it. */
export interface Asked {
  readonly state: ServiceState;
  readonly form: <Schema extends Fields>(schema: Schema) => v.InferOutput<Schema>;
  readonly json: <Schema extends Fields>(schema: Schema) => v.InferOutput<Schema>;
  /** Fetches a URL of an installation, to check who controls the installation's host. */
  readonly fetchOutside: (url: string) => Promise<Response>;
}

/** A call from an authenticated installation. */
export interface AskedBy extends Asked {
  readonly installation: Installation;
}

export type Answered = object | Promise<object>;

/** Calls by method and path below `/api/v1/remotes/`. */
export interface Calls {
  readonly open: Readonly<Record<string, (asked: Asked) => Answered>>;
  readonly authenticated: Readonly<Record<string, (asked: AskedBy) => Answered>>;
}
