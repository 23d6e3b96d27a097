import type { BulkTable } from "./database/bulk-table.ts";
import type { Endpoint } from "./endpoints/endpoint.ts";
import type { Page } from "./endpoints/page.ts";
import type { Actor } from "./protocol/actor.ts";
import type { EventKind } from "./realm/events/event.ts";
import type { HookAnswer } from "./realm/hook.ts";
import type { JobContext } from "./realm/job.ts";
import type { Realm } from "./realm/realm.ts";
import type { Step } from "./realm/schema.ts";
import type { StateSlice } from "./realm/state-slice.ts";
import type { KeyCredentials, SessionCredentials } from "./rpc/credentials.ts";

/** A capability of the server: everything that it adds to the platform. */
export interface Feature {
  readonly name: string;
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
  /** What happens at a time: synchronous changes, by the name of the timer (up to a colon). */
  readonly timers?: Readonly<Record<string, (context: { realm: Realm }, name: string) => void>>;
  /** What it answers to the questions of features below it. */
  readonly answers?: readonly HookAnswer[];
  /** Names the account of a key; one feature has this. */
  readonly authenticate?: (realm: Realm, credentials: KeyCredentials) => Actor;
  /** Names the account of a browser's session; one feature has this. */
  readonly resume?: (realm: Realm, credentials: SessionCredentials) => Actor;
  /** Whether the organization is out of use, so that nobody is let in; one feature has this. */
  readonly isClosed?: (realm: Realm) => boolean;
  /** Whether a request without an account may look at what is public to the web; one feature has this. */
  readonly admitsSpectators?: (realm: Realm) => boolean;
}

export const feature = (definition: Feature): Feature => definition;
