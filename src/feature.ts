import type { Endpoint } from "./api/endpoint.ts";
import type { Page } from "./api/page.ts";
import type { BulkTable } from "./database/bulk-table.ts";
import type { FeatureArchive } from "./realm/archive-io/feature-archive.ts";
import type { EventKind } from "./realm/events/event.ts";
import type { JobContext } from "./realm/job.ts";
import type { HookHandler, Realm } from "./realm/realm.ts";
import type { SchemaStep } from "./realm/schema.ts";
import type { StateSlice } from "./realm/state-slice.ts";

/** A capability of the server, with everything it registers. */
export interface Feature {
  /** Stored with its schema steps, and published as the tag of its endpoints. Never renamed. */
  readonly name: string;
  /** Tag of its endpoints in the OpenAPI document, if different from the name. */
  readonly tag?: string;
  /** The realm's tables, as append-only steps. */
  readonly schema?: readonly SchemaStep[];
  readonly bulk?: readonly BulkTable[];
  readonly endpoints?: readonly Endpoint[];
  readonly pages?: readonly Page[];
  readonly events?: readonly { readonly kind: EventKind }[];
  readonly state?: readonly StateSlice[];
  /** Jobs in the outbox, which run after the change that added them. */
  readonly jobs?: Readonly<Record<string, (context: JobContext, payload: unknown) => Promise<void> | void>>;
  /**
   * Jobs that start as soon as their change has committed, and wait only for other jobs in this list, such as those
   * that send requests to other servers.
   */
  readonly promptJobs?: readonly string[];
  /** Jobs that are retried indefinitely. */
  readonly patientJobs?: readonly string[];
  /** Handlers for awaited jobs that hung twice. Those jobs are not retried. */
  readonly lostJobs?: Readonly<Record<string, (realm: Realm, payload: unknown) => void>>;
  /** Synchronous changes that timers trigger, by timer name (up to a colon). */
  readonly timers?: Readonly<Record<string, (context: { realm: Realm }, name: string) => void>>;
  /** The feature's part of archives, which are used to move organizations. */
  readonly archive?: FeatureArchive;
  /**
   * Tables with rows about one user, with the column that contains the user's id or email address. The rows are deleted
   * when the user is erased.
   */
  readonly personal?: Readonly<Record<string, { readonly user?: string; readonly address?: string }>>;
  readonly handlers?: readonly HookHandler[];
}

/** A feature, with the types of its part of `POST /register`. */
type WithState<State extends readonly StateSlice[]> = Feature & { readonly state?: State };

export const feature = <const State extends readonly StateSlice[] = readonly []>(
  definition: WithState<State>,
): WithState<State> => definition;
