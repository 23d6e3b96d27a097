import { formatBytes } from "../os/disk-space.ts";
import type { writeToStore } from "./write-to-store.ts";

type Taken = Awaited<ReturnType<typeof writeToStore>>;

/**
 * Prints what a run found damaged or missing.
 *
 * @param where the backup directory, and the data directory or site that was backed up
 * @returns whether everything is intact
 */
export function printDamage(taken: Taken, { directory, source }: { directory: string; source: string }) {
  const { failed, missing, checked, lost, harmed, lists } = taken;
  for (const line of failed) console.error(`backup: ${line}`);
  if (missing > 0) console.error(`backup: ${missing} uploaded files are missing from ${source}`);
  if (checked.damaged.length > 0) {
    const packs = checked.damaged.map((pack) => `packs/${pack}.pack`).join(", ");
    console.error(
      `backup: damaged in ${directory}: ${packs}. What is whole in it, or still in ${source}, was stored again`,
    );
  }
  if (harmed.length > 0) {
    console.error(
      `backup: ${lost} parts are lost that earlier backups need (${harmed.join(", ")}): restore --accept-losses brings back everything else of these`,
    );
  }
  if (lists.mended.length > 0)
    console.error(`backup: damaged in ${directory}, and restored from a copy: ${lists.mended.join(", ")}`);
  if (lists.lost.length > 0) {
    console.error(
      `backup: the lists of backups in ${directory} are lost (${lists.lost.join(", ")}): these cannot be restored; remove their files in backups/`,
    );
  }
  return failed.length + missing + checked.damaged.length + lists.mended.length + lists.lost.length === 0;
}

export function printBackup({ id, organizations, bytes, added, checked, removed }: Taken, seconds: number) {
  const names = organizations.length === 1 ? "1 organization" : `${organizations.length} organizations`;
  console.log(
    `${id}: ${names}, ${formatBytes(bytes)}, of them ${formatBytes(added)} newly stored, in ${seconds.toFixed(1)} s`,
  );
  if (checked.all > 0)
    console.log(
      `${formatBytes(checked.bytes)} of the ${formatBytes(checked.all)} that were there already were read again`,
    );
  if (removed > 0) console.log(`${removed} older ones removed`);
}
