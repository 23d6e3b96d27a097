import type { Row } from "./row.ts";
import type { ZulipImport } from "./source.ts";

/** A file in one of the export's folders, as described in records.json. */
interface StoredFile {
  readonly path: string;
  readonly row: Row;
}

/** Yields the records of a folder. The caller reports records without a file. */
export async function* recordsOf(source: ZulipImport, folder: string): AsyncGenerator<StoredFile> {
  const strange = (place: string) => source.leaveOut(place, "no row, or too long");
  for await (const row of source.archive.list(`${folder}/records.json`, strange)) {
    const path = row.text("path");
    if (path !== undefined) yield { path: `${folder}/${path}`, row };
  }
}

const signatures: readonly (readonly [type: string, bytes: readonly number[]])[] = [
  ["image/png", [0x89, 0x50, 0x4e, 0x47]],
  ["image/jpeg", [0xff, 0xd8, 0xff]],
  ["image/gif", [0x47, 0x49, 0x46, 0x38]],
  ["image/webp", [0x52, 0x49, 0x46, 0x46]],
];

/** Detects an image's type from its first bytes, because records often omit it. */
async function pictureType(content: Blob): Promise<string | undefined> {
  const head = new Uint8Array(await content.slice(0, 12).arrayBuffer());
  return signatures.find(([, bytes]) => bytes.every((byte, at) => head[at] === byte))?.[0];
}

/** Adds an image to the archive and returns its member. Reports a file that isn't an image. */
export async function addPicture(
  source: ZulipImport,
  { path, member, owner }: { readonly path: string; readonly member: string; readonly owner?: number | undefined },
): Promise<string | undefined> {
  const content = source.archive.file(path);
  const type = content && (await pictureType(content));
  if (content === undefined || type === undefined) {
    source.leaveOut(path, content === undefined ? "missing file" : "no picture");
    return undefined;
  }
  const written = await source.conversion.writer.file(member, content);
  const row = { ...written, id: source.nextFileId(), name: member.split("/").at(-1) ?? member, content_type: type };
  await source.write("files", { ...row, owner_id: owner ?? null }, path);
  return member;
}

/** Ranks the files of an image: prefers the original upload, then the largest. */
const rank = (path: string) => (path.endsWith(".original") ? 0 : path.includes("-medium.") ? 1 : 2);

/** Maps user ids to avatar files, because the files' paths don't contain the user ids. */
export async function avatarPaths(source: ZulipImport): Promise<Map<number, string>> {
  const found = new Map<number, string>();
  for await (const { path, row } of recordsOf(source, "avatars")) {
    const user = row.id("user_profile_id") ?? row.id("user_profile");
    const known = user === undefined ? undefined : found.get(user);
    if (user !== undefined && (known === undefined || rank(path) < rank(known))) found.set(user, path);
  }
  return found;
}

/** Maps the file names in emoji rows to the emoji files. */
export async function emojiPaths(source: ZulipImport): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for await (const { path, row } of recordsOf(source, "emoji")) {
    const name =
      row.text("file_name") ??
      path
        .split("/")
        .at(-1)
        ?.replace(/\.original$/, "");
    if (name === undefined || path.includes("/still/")) continue;
    const known = found.get(name);
    if (known === undefined || rank(path) < rank(known)) found.set(name, path);
  }
  return found;
}

const organizationPictures = [
  ["icon", "icon_source"],
  ["logo", "logo_source"],
  ["night_logo", "night_logo_source"],
] as const;

/** Adds the organization's icon and logos to the archive. Returns the names of their archive members. */
export async function pictureMembers(
  source: ZulipImport,
  realm: Row,
): Promise<Partial<Record<"icon" | "logo" | "night_logo", string>>> {
  const paths = new Map<string, string>();
  for await (const { path } of recordsOf(source, "realm_icons")) {
    const name = path.split("/").at(-1)?.split(".")[0] ?? "";
    const known = paths.get(name);
    if (known === undefined || rank(path) < rank(known)) paths.set(name, path);
  }
  const members: Partial<Record<"icon" | "logo" | "night_logo", string>> = {};
  for (const [name, column] of organizationPictures) {
    const path = paths.get(name);
    if (realm.text(column) !== "U" || path === undefined) continue;
    const member = await addPicture(source, { path, member: `files/organization/${name}` });
    if (member !== undefined) members[name] = member;
  }
  return members;
}
