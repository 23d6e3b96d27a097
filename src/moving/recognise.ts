import { MANIFEST_MEMBER } from "../archive/manifest.ts";
import { readTar } from "../archive/tar-reader.ts";
import type { Convert } from "./conversion.ts";
import { convertMattermost } from "./mattermost/convert-mattermost.ts";
import { Zip } from "./read/zip.ts";
import { convertSlack } from "./slack/convert-slack.ts";
import { convertZulip } from "./zulip/convert.ts";

/** The programs whose archives can be moved; `parley` is the archive that all others become. */
export type ArchiveKind = "parley" | "zulip" | "slack" | "mattermost";

/** What makes an archive of each kind that needs it. */
export const converters: Readonly<Record<Exclude<ArchiveKind, "parley">, Convert>> = {
  zulip: convertZulip,
  slack: convertSlack,
  mattermost: convertMattermost,
};

const GZIP = [0x1f, 0x8b];
const ZIP = "PK";
const TAR = "ustar";
const TAR_AT = 257;

/** Which program an archive comes from, by what is in it; its name says nothing. */
export async function kindOf(archive: Blob): Promise<ArchiveKind | undefined> {
  const bytes = new Uint8Array(await archive.slice(0, 512).arrayBuffer());
  const head = new TextDecoder("latin1").decode(bytes);
  if (GZIP.every((byte, at) => bytes[at] === byte)) return "zulip";
  if (head.startsWith(ZIP)) return kindOfZip([...(await Zip.open(archive)).names]);
  if (head.startsWith(TAR, TAR_AT)) {
    const { value: first } = await readTar(archive).next();
    return first?.name === MANIFEST_MEMBER ? "parley" : "zulip";
  }
  // Mattermost writes one JSON object a line, the first of which tells the version.
  return /^\s*\{\s*"/.test(head) ? "mattermost" : undefined;
}

function kindOfZip(names: readonly string[]): ArchiveKind | undefined {
  const top = names.filter((name) => !name.includes("/"));
  if (top.some((name) => name.endsWith(".jsonl"))) return "mattermost";
  const isSlack = top.includes("channels.json") || top.includes("users.json") || top.includes("org_users.json");
  if (isSlack) return "slack";
  return top.includes("export.json") ? "mattermost" : undefined;
}
