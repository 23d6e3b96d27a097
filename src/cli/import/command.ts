import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { ArchiveError } from "../../archive-format/archive-error.ts";
import { parseZuliprc } from "../data-directory/zuliprc.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { FolderSpool, removeLeftOvers } from "./folder-spool.ts";
import { follow } from "./follow.ts";
import { type Choices, makeArchive } from "./make-archive.ts";
import { peopleChoices, slackOf } from "./people-options.ts";
import { isAccountedFor, printConversion, printImport } from "./print-report.ts";
import { Progress } from "./progress.ts";
import { Site } from "./site.ts";
import { askFirst, cancel, forgetImport, type ResumableImport, upload } from "./upload.ts";

const SAID = {
  reading: "Interrupted. Nothing was sent.",
  uploading:
    "Interrupted. The server keeps what it has: run the same command again to resume, or with --cancel to give it up.",
  working:
    "The server continues the import by itself. Run the same command to follow it again, or with --cancel to undo it.",
};

/** The running stage of the command, which decides what happens to the import after an interruption. */
class Stage {
  now: keyof typeof SAID = "reading";

  /** Prints what becomes of the import after the interruption. */
  tell() {
    process.stderr.write(`\n${SAID[this.now]}\n`);
  }
}

const help = `Usage: parley import [options] ARCHIVE

Imports into an empty organization here: a Zulip export (.tar.gz), a Slack or Mattermost export
(.zip, .jsonl), a folder with one of these unpacked, or a Parley export (.tar). Keys and other
secrets in the archive never leave this machine. To resume an interrupted import, run the same
command again.

  --zuliprc FILE           the organization and an owner's credentials
  --site URL               instead of --zuliprc: the organization's URL,
  --email ADDRESS          the owner's email address,
  --password PASSWORD      and the password (or PARLEY_PASSWORD),
  --api-key KEY            or the API key (or PARLEY_API_KEY)
  --team NAME              which team to import from a Mattermost export with several
  --email-domain DOMAIN    people without an email address get NAME@DOMAIN
  --people FILE.csv        a list of people: id or name in the archive, email address, and perhaps
                           a name
  --other-workspaces HOW   what people from other Slack workspaces become: deactivated (default) or
                           guests
  --slack-token-file FILE  a Slack token (or PARLEY_SLACK_TOKEN) for fetching email addresses, user
                           groups, emoji, files and pictures. It is only used on this machine, and
                           only sent to Slack
  --slack-api URL          a Slack other than slack.com, such as https://slack-gov.com/api/
  --check                  changes nothing: reports what would be imported, and what wouldn't.
                           Without an organization, it only reads the archive; with one, the server
                           checks it too, and keeps the upload for the import
  --cancel                 cancels an unfinished import and undoes what it wrote. Needs no archive
  --json FILE              writes the full report there
  --temp DIRECTORY         where the archive is unpacked (default: the system's)

The exit status is 0 only if everything was imported, or the report explains what wasn't.

Example: parley import --zuliprc ~/zuliprc zulip-export.tar.gz
`;

const options = {
  zuliprc: { type: "string" },
  site: { type: "string" },
  email: { type: "string" },
  password: { type: "string" },
  "api-key": { type: "string" },
  team: { type: "string" },
  "email-domain": { type: "string" },
  people: { type: "string" },
  "other-workspaces": { type: "string" },
  "slack-token-file": { type: "string" },
  "slack-api": { type: "string" },
  check: { type: "boolean", default: false },
  cancel: { type: "boolean", default: false },
  json: { type: "string" },
  temp: { type: "string" },
} as const;

export const importCommand = command("import", { help, options, takesWords: true }, async ({ values, positionals }) => {
  const [file, ...others] = positionals;
  const isOffline = values.check && values.zuliprc === undefined && values.site === undefined;
  if (values.cancel) {
    removeLeftOvers(values.temp);
    return await cancel(await signIn(values));
  }
  if (file === undefined || others.length > 0) throw new Failure("ARCHIVE is missing; see --help", 2);
  if (!existsSync(file)) throw new Failure(`there is no ${file}`);
  const stage = new Stage();
  const slack = slackOf(values);
  const choices = {
    people: await reportFileError(async () => peopleChoices(values)),
    ...(values.team !== undefined && { chosen: values.team }),
    ...(slack !== undefined && { slack }),
  };
  const site = isOffline ? undefined : await signIn(values);
  const known = site && (await askFirst(site, file));
  const spool = new FolderSpool(values.temp, () => stage.tell());
  try {
    await reportFileError(() =>
      move(file, { site, known, spool, stage, isCheck: values.check, json: values.json, choices }),
    );
  } finally {
    spool.remove();
  }
});

/** Runs `work`, and reports errors about its files in one line. */
async function reportFileError<Result>(work: () => Promise<Result>) {
  try {
    return await work();
  } catch (error) {
    throw error instanceof ArchiveError ? new Failure(error.message) : error;
  }
}

interface Move {
  /** Undefined if the archive is only converted. */
  readonly site: Site | undefined;
  readonly known: ResumableImport | undefined;
  readonly spool: FolderSpool;
  readonly stage: Stage;
  readonly isCheck: boolean;
  readonly json: string | undefined;
  readonly choices: Choices;
}

async function move(file: string, { site, known, spool, stage, isCheck, json, choices }: Move) {
  const progress = new Progress();
  const began = Date.now();
  const now = known?.now ?? Math.floor(Date.now() / 1000);
  const made = await makeArchive(file, { spool, progress, now, choices });
  progress.end();
  printConversion(made);
  const write = (imported: unknown) => {
    const whole = { archive: { kind: made.kind, bytes: made.archive.size, report: made.report }, import: imported };
    if (json !== undefined) writeFileSync(json, `${JSON.stringify(whole, null, 2)}\n`);
  };
  if (site === undefined) return write(null);
  stage.now = "uploading";
  const id = await upload(site, { file, made, known, progress });
  stage.now = "working";
  const ended = await follow(site, { id, isCheck, progress });
  progress.end();
  printImport(ended);
  write(ended);
  const seconds = Math.round((Date.now() - began) / 1000);
  if (ended.state === "failed")
    throw new Failure(`the import failed: ${ended.error}. Run the same command again to resume.`);
  if (ended.state === "checked") return console.log(`Checked in ${seconds} s. Without --check, the import begins.`);
  forgetImport(site, file);
  if (ended.state !== "done") throw new Failure(`the import is ${ended.state}`);
  if (!isAccountedFor(ended)) throw new Failure("some data is missing, and the report doesn't explain why");
  console.log(`Imported in ${seconds} s. ${howToEnter(made.manifest)}`);
}

function howToEnter({ secrets }: { secrets: boolean }) {
  return secrets
    ? "People enter with the passwords and keys that they had; who has none resets the password, or uses a login provider."
    : "People enter by resetting their passwords, or with a login provider.";
}

type Who = Readonly<Partial<Record<"zuliprc" | "site" | "email" | "password" | "api-key", string | undefined>>>;

/** Connects to the organization with the account that the options specify. */
async function signIn(options: Who): Promise<Site> {
  const file = options.zuliprc === undefined ? {} : parseZuliprc(readFileSync(options.zuliprc, "utf8"));
  const address = options.site ?? file.site;
  const email = options.email ?? file.email;
  if (!address || !email) throw new Failure("--zuliprc, or --site and --email, say where to; --help says more", 2);
  const origin = URL.parse(/^https?:/.test(address) ? address : `https://${address}`);
  if (origin === null) throw new Failure(`--site takes an address, not "${address}"`, 2);
  const key = options["api-key"] ?? file.key ?? process.env["PARLEY_API_KEY"];
  if (key) return new Site(origin, `${email}:${key}`);
  const password = options.password ?? process.env["PARLEY_PASSWORD"];
  if (!password) throw new Failure("a password or an API key is needed; --help says more", 2);
  const answer = await new Site(origin).post("/fetch_api_key", { username: email, password });
  return new Site(origin, `${email}:${String(answer["api_key"])}`);
}
