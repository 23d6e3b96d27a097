// Reads archives of other programs in a worker, so that the page stays responsive. It can only access the chosen file
// and the origin's private file system.
import { ArchiveError } from "../../archive-format/archive-error.ts";
import type { Spool } from "../../archive-format/spool.ts";
import { detectArchiveKind } from "../../converters/kinds.ts";
import { makeArchive } from "../../converters/make-archive.ts";
import { teamsOf } from "../../converters/mattermost/convert-mattermost.ts";
import { readPeopleList } from "../../converters/people-list.ts";
import { concatBytes } from "../../util/join-bytes.ts";
import type {
  ConversionFailure,
  ConversionRequest,
  ConverterReply,
  ConverterRequest,
  RecognizedArchive,
} from "./converter-messages.ts";

/** Number of bytes to buffer before writing, because converters write many short pieces. */
const BYTES_AT_ONCE = 1_048_576;

class PrivateSpool implements Spool {
  readonly #path: string;
  #folder: Promise<FileSystemDirectoryHandle> | undefined;
  #count = 0;

  /** The folder is created on first use. */
  constructor(path: string) {
    this.#path = path;
  }

  async create() {
    this.#folder ??= openFolder(this.#path);
    this.#count += 1;
    const file = await (await this.#folder).getFileHandle(String(this.#count), { create: true });
    const access = await file.createSyncAccessHandle();
    let gathered: Uint8Array<ArrayBuffer>[] = [];
    let [length, at] = [0, 0];
    const empty = () => {
      const bytes = concatBytes(gathered);
      [gathered, length] = [[], 0];
      const written = access.write(bytes, { at });
      at += written;
      // If the disk is full, `write` takes only some of the bytes, or throws.
      if (written < bytes.length) throw new DOMException("The disk is full.", "QuotaExceededError");
    };
    return {
      write: async (bytes: Uint8Array<ArrayBuffer>) => {
        gathered.push(bytes);
        length += bytes.length;
        if (length >= BYTES_AT_ONCE) empty();
      },
      close: async () => {
        if (length > 0) empty();
        access.close();
        return file.getFile();
      },
    };
  }
}

async function openFolder(path: string): Promise<FileSystemDirectoryHandle> {
  const isThere =
    typeof FileSystemFileHandle === "function" && "createSyncAccessHandle" in FileSystemFileHandle.prototype;
  if (!isThere || navigator.storage?.getDirectory === undefined)
    throw new DOMException("This browser has no private file system.", "SecurityError");
  let folder = await navigator.storage.getDirectory();
  for (const name of path.split("/")) folder = await folder.getDirectoryHandle(name, { create: true });
  return folder;
}

declare const self: DedicatedWorkerGlobalScope;

const EVERY_MS = 100;

const say = (said: ConverterReply): void => self.postMessage(said);

self.addEventListener("message", ({ data: asked }: MessageEvent<ConverterRequest>) => {
  void answerRequest(asked).then(say, (error: unknown) => say({ kind: "failed", ...failureOf(error) }));
});

async function answerRequest(asked: ConverterRequest): Promise<ConverterReply> {
  if (asked.ask === "find") return { kind: "found", found: await find(asked.file) };
  return make(asked);
}

async function find(file: File): Promise<RecognizedArchive | undefined> {
  const kind = await detectArchiveKind(file).catch((error: unknown) => {
    // An unreadable zip isn't an archive of any known program.
    if (error instanceof ArchiveError) return undefined;
    throw error;
  });
  if (kind === undefined) return undefined;
  const teams = kind === "mattermost" ? await teamsOf(file) : [];
  return { kind, teams: teams.length > 1 ? teams : [] };
}

async function make({ file, now, choices, folder }: ConversionRequest): Promise<ConverterReply> {
  let told = 0;
  let present = "";
  const progress = (step: string, done: number, total: number) => {
    const time = performance.now();
    if (step === present && time - told < EVERY_MS) return;
    [present, told] = [step, time];
    say({ kind: "progress", step, done, total });
  };
  const spool = new PrivateSpool(folder);
  const { team, emailDomain, people, strangers } = choices;
  const made = await makeArchive(file, {
    ...{ spool, now, progress },
    ...(team !== undefined && { chosen: team }),
    people: {
      ...(emailDomain !== undefined && { emailDomain }),
      ...(people !== undefined && { listed: readPeopleList(people) }),
      ...(strangers !== undefined && { strangers }),
    },
  });
  if (made === undefined) return { kind: "found", found: undefined };
  const { kind, archive, digest, manifest, report } = made;
  const { version, secrets, files } = manifest;
  const tables = manifest.tables.map(({ name, rows }) => ({ name, rows }));
  const about = { kind, version, secrets, tables, files: { count: files.count, bytes: files.bytes } };
  return { kind: "made", made: { ...about, archive, digest, now, report: report?.toJSON() ?? null } };
}

/** Maps the browser's error names to the reason why a conversion failed. */
const MEANINGS: Readonly<Record<string, ConversionFailure>> = {
  QuotaExceededError: "room",
  SecurityError: "storage",
  NotReadableError: "file",
  NotFoundError: "file",
};

function failureOf(error: unknown): { readonly why: ConversionFailure; readonly text: string } {
  const text = error instanceof Error ? error.message : String(error);
  if (error instanceof ArchiveError) return { why: "archive", text };
  return { why: (error instanceof Error ? MEANINGS[error.name] : undefined) ?? "fault", text };
}
