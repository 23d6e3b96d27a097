import { archivesOf } from "../archive-parts.ts";
import { changeState } from "../imports.ts";
import { deleteWorkings, setProgress } from "../rows.ts";
import type { ImportStep } from "../writing/import-step.ts";

/** The last step of a check: an owner may start the import. */
export function endCheck(step: ImportStep): void {
  const { realm, row } = step;
  for (const archive of archivesOf(realm)) archive.finish?.(step);
  for (const remove of deleteWorkings) remove.run(realm.sql, {});
  setProgress.run(realm.sql, { id: row.id, position: null, done: 0, report: String(step.report) });
  changeState(realm, row, "checked");
  realm.forgetAll();
}
