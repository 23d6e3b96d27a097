import type { Client } from "../../../../client/client.ts";
import { serverNow } from "../../../../model/server-time.ts";

type Proof = { readonly salt: string } | { readonly erased: string };

interface AuditSubject {
  readonly type: string;
  readonly name?: string;
  readonly email?: string;
}

export interface AuditEntry {
  readonly id: number;
  /** Seconds since 1970. */
  readonly date_create: number;
  readonly action: string;
  readonly result: string;
  readonly actor: AuditSubject & { readonly id: number | null };
  readonly entity: AuditSubject & { readonly id: string };
  readonly context: Readonly<Record<string, unknown>>;
  readonly program: string | null;
  readonly details: Readonly<Record<string, unknown>>;
  readonly proof: { readonly personal: Proof; readonly context: Proof };
}

export const PERIODS = { day: 1, week: 7, month: 30, quarter: 90, all: undefined } as const;
export const RESULTS = ["success", "denied", "failed"] as const;

export interface AuditFilter {
  /** The user who acted or was affected. Undefined for all users. */
  readonly person: number | undefined;
  readonly area: string | undefined;
  readonly period: keyof typeof PERIODS;
  readonly result: (typeof RESULTS)[number] | undefined;
}

const PAGE = 50;
const DAY_SECONDS = 86_400;

/** Loads a page of the entries that match a filter, newest first, before `before` if given. */
export async function loadEntries(
  { api }: Pick<Client, "api">,
  { person, area, period, result }: AuditFilter,
  before?: number,
): Promise<{ readonly entries: readonly AuditEntry[]; readonly isAll: boolean }> {
  const days = PERIODS[period];
  const { entries, found_oldest } = await api.get<{ entries: AuditEntry[]; found_oldest: boolean }>("/audit_log", {
    limit: PAGE,
    ...(person !== undefined && { person_id: person }),
    ...(area !== undefined && { action: [`${area}.*`] }),
    ...(days !== undefined && { since: Math.floor(serverNow()) - days * DAY_SECONDS }),
    ...(result !== undefined && { result }),
    ...(before !== undefined && { before_id: before }),
  });
  return { entries, isAll: found_oldest };
}

export const isErased = (proof: Proof): boolean => "erased" in proof;
