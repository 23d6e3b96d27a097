import type { Conversion } from "../../converters/conversion.ts";
import { makeArchive as make } from "../../converters/make-archive.ts";
import { Failure } from "../os/failure.ts";
import type { FolderSpool } from "./folder-spool.ts";
import { givenArchive } from "./given-archive.ts";
import type { Progress } from "./progress.ts";

export type MadeArchive = NonNullable<Awaited<ReturnType<typeof make>>>;

/** Decisions about what the archive doesn't specify. */
export type Choices = Pick<Conversion, "chosen" | "people" | "slack">;

export async function makeArchive(
  file: string,
  { spool, progress, now, choices }: { spool: FolderSpool; progress: Progress; now: number; choices: Choices },
): Promise<MadeArchive> {
  const show = (step: string, done: number, total: number) => progress.show(step, done, total);
  const made = await make(await givenArchive(file), { spool, now, progress: show, ...choices });
  if (made === undefined) throw new Failure(`${file} isn't an export of Zulip, Slack, Mattermost or Parley`);
  return made;
}
