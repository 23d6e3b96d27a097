import { retentionChangedHook } from "../../../organization/organization-settings/hooks.ts";
import { archivesOf } from "../archive-parts.ts";
import { changeState, dropKept, endAllQueues, endImport, forgetWorkings } from "../imports.ts";
import { setProgress } from "../rows.ts";
import type { ImportStep } from "./import-step.ts";

/** Last step of an import: derives everything that depends on all rows. Afterwards, everyone has access again. */
export function finishStep(step: ImportStep): void {
  const { realm, row } = step;
  for (const archive of archivesOf(realm)) archive.finish?.(step);
  step.toPosition({}, 0);
  endImport(realm, row, "done");
  dropKept(realm);
  realm.forgetAll();
  realm.run(retentionChangedHook, { isNew: false });
  endAllQueues(realm);
}

/** Last step of a check, after which an owner can start the import. */
export function endCheck(step: ImportStep): void {
  const { realm, row } = step;
  for (const archive of archivesOf(realm)) archive.finish?.(step);
  setProgress.run(realm.sql, { id: row.id, position: null, done: 0, report: String(step.report) });
  changeState(realm, row, "checked");
  forgetWorkings(realm);
}
