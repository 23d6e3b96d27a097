import { tarSize } from "../../../../archive-format/tar.ts";
import type { Env } from "../../../../config/env.ts";
import type { Realm } from "../../../../realm/realm.ts";
import { type ArchiveRow, fileNamed, type MemberRow, memberNamed } from "./rows.ts";

/** Returns the size and SHA-256 of a stored file, without loading it as a whole. Undefined if it doesn't exist. */
async function storedDigest(
  store: R2Bucket,
  key: string,
): Promise<{ readonly size: number; readonly sha256: string } | undefined> {
  const found = await store.get(key);
  if (found === null) return undefined;
  const digest = new crypto.DigestStream("SHA-256");
  await found.body.pipeTo(digest);
  return { size: found.size, sha256: Buffer.from(await digest.digest).toString("hex") };
}

/** Adds the files of one piece to an archive, one at a time. */
export class FoundFiles {
  readonly files: (MemberRow & { readonly sha256: string })[] = [];
  bytes = 0;
  missing = 0;
  #at: number;

  constructor(
    private readonly realm: Realm,
    private readonly env: Env,
    private readonly about: { archive: ArchiveRow; claim: (key: string) => boolean },
  ) {
    this.#at = about.archive.files_size;
  }

  /** True if the archive has a file from an earlier piece. */
  has = (member: string): boolean =>
    memberNamed.first(this.realm.sql, { archive: this.about.archive.id, name: member }) !== undefined;

  /** Adds a file unless the archive already has it. Several messages can link to the same file. */
  async addOnce(file: { member: string; key: string }) {
    const added = this.files.find(({ name }) => name === file.member);
    if (added !== undefined) return added;
    const known = fileNamed.first(this.realm.sql, { archive: this.about.archive.id, name: file.member });
    return known ?? this.add(file);
  }

  async add({ member, key }: { member: string; key: string }) {
    if (!this.about.claim(key)) return undefined;
    const found = await storedDigest(this.env.UPLOADS, key);
    if (found === undefined) {
      this.missing += 1;
      this.realm.log.warn("export_file_missing", { key });
      return undefined;
    }
    this.files.push({ at: this.#at, name: member, key, ...found });
    this.#at += tarSize({ name: member, size: found.size });
    this.bytes += found.size;
    return found;
  }
}
