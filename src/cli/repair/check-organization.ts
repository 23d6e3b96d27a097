import { setTimeout as pause } from "node:timers/promises";
import type { Operator } from "../operator/operator.ts";
import { Failure } from "../os/failure.ts";
import { type Findings, MAX_NAMED } from "./findings.ts";

/** Maximum attempts at comparing a page that differs. While people write, a difference may be temporary. */
const LOOKS = 4;
const LOOK_AGAIN_MS = 400;
const COMPARING_MS = 500;
/** Consecutive failures of D1 that are tolerated while waiting for it. */
const MAX_FAILING = 60;
/** Maximum number of row keys listed per table. */
const MAX_KEYS = 20;

interface ComparedPage {
  readonly checked: number;
  readonly missing: number;
  readonly different: number;
  readonly extra: number;
  readonly lost: number;
  readonly keys: string[];
  readonly next: unknown[] | null;
}

interface FilePage {
  readonly checked: number;
  readonly missing: string[];
  /** Undefined in responses of servers older than this program. */
  readonly read?: number;
  readonly damaged?: string[];
  readonly unnamed: { key: string; old: boolean }[];
  readonly deleted: number;
  readonly next: string | null;
}

export async function checkOrganization(operator: Operator): Promise<Findings> {
  const stores = await settled(operator);
  const identity = await operator.ask("check/identity");
  const rows = [];
  let rowsChecked = 0;
  for (const table of stores["tables"] as string[]) {
    const found = await checkTable(operator, table);
    rowsChecked += found.checked;
    if (found.missing + found.different + found.extra + found.lost > 0) rows.push(found);
  }
  const files = await checkFiles(operator, false);
  // Differences noticed during the comparison count, too.
  const { noticed, parked } = await operator.ask("stores");
  return {
    noticed: noticed === null ? null : new Date(Number(noticed)).toISOString(),
    identity: identity["wrong"] as string[],
    conflicts: identity["conflicts"] as string[],
    left_over: identity["left_over"] as string[],
    parked: Number(parked),
    rows,
    missing_files: files.missing.slice(0, MAX_NAMED),
    missing_file_count: files.missing.length,
    damaged_files: files.damaged.slice(0, MAX_NAMED),
    damaged_file_count: files.damaged.length,
    unnamed_files: files.unnamed.slice(0, MAX_NAMED),
    unnamed_file_count: files.unnamed.length,
    checked: { rows: rowsChecked, files: files.checked, read: files.read },
  };
}

/** Waits until no comparison of the organization and D1 is running. */
async function settled(operator: Operator) {
  let failing = 0;
  for (;;) {
    const stores = await operator.ask("stores");
    if (!stores["comparing"]) return stores;
    failing = stores["reason"] === null ? 0 : failing + 1;
    if (failing > MAX_FAILING) throw new Failure(`D1 and the organization cannot be compared: ${stores["reason"]}`);
    await pause(COMPARING_MS);
  }
}

async function checkTable(operator: Operator, table: string) {
  const all = { table, checked: 0, missing: 0, different: 0, extra: 0, lost: 0, keys: [] as string[] };
  let after: unknown[] | null = null;
  do {
    const page = await checkPage(operator, table, after);
    for (const what of ["checked", "missing", "different", "extra", "lost"] as const) all[what] += page[what];
    all.keys = [...all.keys, ...page.keys].slice(0, MAX_KEYS);
    after = page.next;
  } while (after !== null);
  return all;
}

async function checkPage(operator: Operator, table: string, after: unknown[] | null) {
  for (let looks = 1; ; looks += 1) {
    const page = await operator.ask<ComparedPage>("check/rows", { table, after });
    if (page.missing + page.different + page.extra === 0 || looks === LOOKS) return page;
    await pause(LOOK_AGAIN_MS);
  }
}

/** @param deletesUnnamed whether to delete files that nothing refers to */
async function checkFiles(operator: Operator, deletesUnnamed: boolean) {
  const all = {
    checked: 0,
    read: 0,
    missing: [] as string[],
    damaged: [] as string[],
    unnamed: [] as FilePage["unnamed"],
  };
  let after = "";
  for (;;) {
    const fields = { after, delete_unnamed: deletesUnnamed };
    const page = await operator.ask<FilePage>("check/files", fields);
    all.checked += page.checked;
    all.read += page.read ?? 0;
    all.missing.push(...page.missing);
    all.damaged.push(...(page.damaged ?? []));
    all.unnamed.push(...page.unnamed);
    if (page.next === null) return all;
    after = page.next;
  }
}

const POLL_MS = 200;
/** Maximum time until a repair starts, because it waits for the current shipment. */
const BEGIN_MS = 60_000;

/**
 * Repairs the findings, and checks again. The organization's own data is authoritative; D1 is changed to match it.
 *
 * @returns what is still wrong afterwards
 */
export async function repairOrganization(
  operator: Operator,
  found: Findings,
  { restored, deletesUnnamed }: { restored: boolean; deletesUnnamed: boolean },
): Promise<Findings> {
  const differ = found.rows.some(({ missing, different, extra }) => missing + different + extra > 0);
  // Never touch another organization's rows.
  if (found.conflicts.length > 0) return found;
  if (restored || differ || found.identity.length > 0) await compareAnew(operator, restored);
  if (deletesUnnamed) await checkFiles(operator, true);
  await operator.ask("repair/end");
  return checkOrganization(operator);
}

async function compareAnew(operator: Operator, restored: boolean) {
  const { epoch } = await operator.ask("repair", { restored });
  const deadline = Date.now() + BEGIN_MS;
  while ((await operator.ask("stores"))["epoch"] === epoch) {
    if (Date.now() > deadline) throw new Failure("the server couldn't start the repair; see its log");
    await pause(POLL_MS);
  }
  await settled(operator);
}
