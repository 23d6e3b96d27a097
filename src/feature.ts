import type { BulkTable } from "./database/bulk-table.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import type { Page } from "./endpoints/page.ts";
import type { FeatureArchive } from "./realm/archive/feature-archive.ts";
import type { EventKind } from "./realm/events/event.ts";
import type { JobContext } from "./realm/job.ts";
import type { HookHandler, Realm } from "./realm/realm.ts";
import type { Step } from "./realm/schema.ts";
import type { StateSlice } from "./realm/state-slice.ts";

/** A capability of the server: everything that it adds to the platform. */
export interface Feature {
  /** Stored with the steps of its schema, and published as the tag of its endpoints: it keeps its name for good. */
  readonly name: string;
  /** The tag of its endpoints in the OpenAPI document, where that is another. */
  readonly tag?: string;
  /** The realm's tables, as steps that are only appended to. */
  readonly schema?: readonly Step[];
  readonly bulk?: readonly BulkTable[];
  readonly endpoints?: readonly Endpoint[];
  readonly pages?: readonly Page[];
  readonly events?: readonly { readonly kind: EventKind }[];
  readonly state?: readonly StateSlice[];
  /** The jobs that follow a change, from the outbox. */
  readonly jobs?: Readonly<Record<string, (context: JobContext, payload: unknown) => Promise<void> | void>>;
  /** The jobs that begin as soon as their change has committed, and wait only for one another: such as those that ask outside. */
  readonly promptJobs?: readonly string[];
  /** The jobs that are never given up, however long they fail. */
  readonly patientJobs?: readonly string[];
  /** The handlers of jobs that twice did not return and that somebody waits for: they are not taken up again. */
  readonly lostJobs?: Readonly<Record<string, (realm: Realm, payload: unknown) => void>>;
  /** The changes that are due at a time: synchronous, by the name of the timer (up to a colon). */
  readonly timers?: Readonly<Record<string, (context: { realm: Realm }, name: string) => void>>;
  /** The feature's share of archives, by which organizations move. */
  readonly archive?: FeatureArchive;
  /** The tables of rows about one person, with the column of their id or of their address: they go when the person is erased. */
  readonly personal?: Readonly<Record<string, { readonly user?: string; readonly address?: string }>>;
  /** The feature's actions at the hooks of features below it. */
  readonly handlers?: readonly HookHandler[];
}

/** A feature, with the types of its part of `POST /register`. */
type WithState<State extends readonly StateSlice[]> = Feature & { readonly state?: State };

export const feature = <const State extends readonly StateSlice[] = readonly []>(
  definition: WithState<State>,
): WithState<State> => definition;
