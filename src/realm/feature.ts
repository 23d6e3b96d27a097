import type { BulkTable } from "../database/bulk-table.ts";
import type { Endpoint } from "../http/endpoint.ts";
import type { Page } from "../http/page.ts";
import type { Actor } from "../protocol/actor.ts";
import type { EventKind } from "./event.ts";
import type { HookAnswer } from "./hook.ts";
import type { JobContext } from "./job.ts";
import type { Realm } from "./realm.ts";
import type { Step } from "./schema.ts";
import type { StateSlice } from "./state-slice.ts";

/** How a request names its account. What is secret of it comes only as a hash. */
export type Credentials = KeyCredentials | SessionCredentials;

export interface KeyCredentials {
  readonly by: "key";
  readonly email: string;
  readonly keyHash: string;
  /** Whether the key has the form of a key at all. */
  readonly wellFormed: boolean;
}

/** What a browser sends along with every request, also with those that another site has it make. */
export interface SessionCredentials {
  readonly by: "session";
  readonly tokenHash: string;
  /** Why it cannot be said that the account's own page asks; null where it can. */
  readonly doubt: string | null;
}

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
