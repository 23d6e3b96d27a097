import { retentionChangedHook } from "../../../organization/realm/public.ts";
import { archivesOf } from "../archive-parts.ts";
import { endAllQueues, endImport } from "../imports.ts";
import { dropKept } from "../undo/kept.ts";
import type { ImportStep } from "./import-step.ts";

/** The last step of an import: what follows from all of its rows together. From then on everybody gets in. */
export function finishStep(step: ImportStep): void {
  const { realm, row } = step;
  for (const archive of archivesOf(realm)) archive.finish?.(step);
  step.toPosition({}, 0);
  endImport(realm, row, "done");
  dropKept(realm);
  realm.forgetAll();
  realm.run(retentionChangedHook);
  endAllQueues(realm);
}
