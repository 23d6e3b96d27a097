import { openAsBlob, readdirSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";
import { MANIFEST_MEMBER } from "../../archive-format/manifest.ts";
import { paddingOf, TAR_END, tarHeader } from "../../archive-format/tar.ts";
import type { Conversion } from "../../converters/conversion.ts";
import { makeArchive as make } from "../../converters/make-archive.ts";
import { Failure } from "../os/failure.ts";
import type { FolderSpool } from "./folder-spool.ts";
import type { Progress } from "./progress.ts";

export type MadeArchive = NonNullable<Awaited<ReturnType<typeof make>>>;

/** Options of the conversion that the source archive doesn't determine. */
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

async function givenArchive(path: string): Promise<Blob> {
  return statSync(path).isDirectory() ? await folderAsTar(path) : await openAsBlob(path);
}

/** Presents a folder's files as a tar, without copying them. */
async function folderAsTar(folder: string): Promise<Blob> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map(({ parentPath, name }) => join(parentPath, name)).sort();
  const parts: (Blob | Uint8Array<ArrayBuffer>)[] = [];
  for (const path of paths) {
    const name = relative(folder, path).split(sep).join("/");
    if (name === MANIFEST_MEMBER) throw new Failure(`${folder} is an unpacked export of Parley: give the .tar itself`);
    const content = await openAsBlob(path);
    parts.push(tarHeader({ name, size: content.size }, 0).slice(), content, new Uint8Array(paddingOf(content.size)));
  }
  return new Blob([...parts, TAR_END.slice()]);
}
