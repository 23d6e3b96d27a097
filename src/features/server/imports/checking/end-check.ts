import { changeState } from "../imports.ts";
import { deleteWorkings, setProgress } from "../rows.ts";
import { endOrganization } from "../writing/organization.ts";
import { endStatuses } from "../writing/users.ts";
import type { Writing } from "../writing/writing.ts";

/** The last step of a check: an owner may start the import. */
export function endCheck(writing: Writing): void {
  const { realm, row } = writing;
  endOrganization(writing);
  endStatuses(writing);
  for (const remove of deleteWorkings) remove.run(realm.sql, {});
  setProgress.run(realm.sql, { id: row.id, position: null, done: 0, report: String(writing.report) });
  changeState(realm, row, "checked");
  realm.forgetAll();
}
