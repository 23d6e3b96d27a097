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
  /** What follows a change, from the outbox. */
  readonly jobs?: Readonly<Record<string, (context: JobContext, payload: unknown) => Promise<void> | void>>;
  /** Which of them are never given up, however long they fail. */
  readonly patientJobs?: readonly string[];
  /** What is done about those that twice did not return, as somebody waits for them: they are not taken up again. */
  readonly lostJobs?: Readonly<Record<string, (realm: Realm, payload: unknown) => void>>;
  /** What happens at a time: synchronous changes, by the name of the timer (up to a colon). */
  readonly timers?: Readonly<Record<string, (context: { realm: Realm }, name: string) => void>>;
  /** What archives have of it, by which organizations move. */
  readonly archive?: FeatureArchive;
  /** What it does at the hooks of features below it. */
  readonly handlers?: readonly HookHandler[];
}

export const feature = (definition: Feature): Feature => definition;
