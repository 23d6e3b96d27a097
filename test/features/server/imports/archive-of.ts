import { fetchPage } from "../../../support/files.ts";
import type { Person } from "../../../support/person.ts";
import { wholeExport } from "../exports/whole-export.ts";

/** Downloads the archive of a whole organization. */
export async function archiveOf(who: Person, secrets: boolean): Promise<Blob> {
  const { path } = await wholeExport(who, { secrets });
  return (await fetchPage(who.host, path)).blob();
}
