import { MANIFEST_MEMBER } from "../archive-format/manifest.ts";
import { readTar } from "../archive-format/tar-reader.ts";
import type { Convert } from "./conversion.ts";
import { convertMattermost } from "./mattermost/convert-mattermost.ts";
import { isGzip, isTar, isZip, openMembers, readArchiveHead } from "./readers/open-members.ts";
import { convertSlack } from "./slack/convert-slack.ts";
import { convertZulip } from "./zulip/convert.ts";

/** Programs whose archives can be imported. Archives of the other programs are converted to `parley`. */
export type ArchiveKind = "parley" | "zulip" | "slack" | "mattermost";

export const converters: Readonly<Record<Exclude<ArchiveKind, "parley">, Convert>> = {
  zulip: convertZulip,
  slack: convertSlack,
  mattermost: convertMattermost,
};

/** Identifies the program that an archive comes from by its contents, because the file name can be anything. */
export async function detectArchiveKind(archive: Blob): Promise<ArchiveKind | undefined> {
  const head = await readArchiveHead(archive);
  if (isGzip(head)) return "zulip";
  if (isZip(head)) return kindByNames((await openMembers(archive)).names);
  if (isTar(head)) return kindOfTar(archive);
  // Mattermost writes one JSON object per line. The first one has the version.
  return /^\s*\{\s*"/.test(head) ? "mattermost" : undefined;
}

async function kindOfTar(archive: Blob): Promise<ArchiveKind> {
  const { value: first } = await readTar(archive).next();
  if (first?.name === MANIFEST_MEMBER) return "parley";
  return kindByNames((await openMembers(archive)).names) ?? "zulip";
}

function kindByNames(names: readonly string[]): ArchiveKind | undefined {
  const top = names.filter((name) => !name.includes("/"));
  if (top.some((name) => name.endsWith(".jsonl"))) return "mattermost";
  const isSlack = top.includes("channels.json") || top.includes("users.json") || top.includes("org_users.json");
  if (isSlack) return "slack";
  return top.includes("export.json") ? "mattermost" : undefined;
}
