// Reads archives of other programs in a worker, so that the page stays usable. It reaches only the file that was chosen and
// the private file system of the origin.
import { ArchiveError } from "../../archive/archive-error.ts";
import { makeArchive } from "../../moving/make-archive.ts";
import { teamsOf } from "../../moving/mattermost/convert-mattermost.ts";
import { readPeopleList } from "../../moving/people-list.ts";
import { kindOf } from "../../moving/recognise.ts";
import type {
  ConversionFailure,
  ConversionRequest,
  ConverterReply,
  ConverterRequest,
  RecognizedArchive,
} from "./converter-messages.ts";
import { PrivateSpool } from "./private-spool.ts";

declare const self: DedicatedWorkerGlobalScope;

/** The interval between reports of the progress. */
const EVERY_MS = 100;

const say = (said: ConverterReply): void => self.postMessage(said);

self.addEventListener("message", ({ data: asked }: MessageEvent<ConverterRequest>) => {
  void answer(asked).then(say, (error: unknown) => say({ is: "failed", ...failureOf(error) }));
});

async function answer(asked: ConverterRequest): Promise<ConverterReply> {
  if (asked.ask === "find") return { is: "found", found: await find(asked.file) };
  return make(asked);
}

async function find(file: File): Promise<RecognizedArchive | undefined> {
  const kind = await kindOf(file).catch((error: unknown) => {
    // A zip that cannot be read is not an archive of any known program.
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
    say({ is: "progress", step, done, total });
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
  if (made === undefined) return { is: "found", found: undefined };
  const { kind, archive, digest, manifest, report } = made;
  const { version, secrets, files } = manifest;
  const tables = manifest.tables.map(({ name, rows }) => ({ name, rows }));
  const about = { kind, version, secrets, tables, files: { count: files.count, bytes: files.bytes } };
  return { is: "made", made: { ...about, archive, digest, now, report: report?.toJSON() ?? null } };
}

/** The meanings of the browser's errors here, by their names. */
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
