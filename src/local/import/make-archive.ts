import type { Conversion } from "../../moving/conversion.ts";
import { makeArchive as make } from "../../moving/make-archive.ts";
import { Failure } from "../system/failure.ts";
import type { FolderSpool } from "./folder-spool.ts";
import { givenArchive } from "./given-archive.ts";
import type { Progress } from "./progress.ts";

/** An archive as it is uploaded. */
export type MadeArchive = NonNullable<Awaited<ReturnType<typeof make>>>;

/** Choices about what the archive does not say by itself. */
export type Choices = Pick<Conversion, "chosen" | "people" | "slack">;

/** Makes the archive that is uploaded of the file that is given. */
export async function makeArchive(
  file: string,
  { spool, progress, now, choices }: { spool: FolderSpool; progress: Progress; now: number; choices: Choices },
): Promise<MadeArchive> {
  const show = (step: string, done: number, total: number) => progress.show(step, done, total);
  const made = await make(await givenArchive(file), { spool, now, progress: show, ...choices });
  if (made === undefined) throw new Failure(`${file} isn't an export of Zulip, Slack, Mattermost or Parley`);
  return made;
}
