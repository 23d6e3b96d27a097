// Exports a whole organization of a running server to one file. Its content is documented in docs/export.md.
import { findServer, serverHelp, serverOptions } from "../operator/find-server.ts";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { checkArchive } from "./check-archive.ts";
import { begunDownload, checkTarget, download } from "./download.ts";
import { keptExport, wholeExport } from "./whole-export.ts";

const help = `Usage: parley export [options] FILE

Exports everything an organization has to one file, which another server can import. People can
keep using it meanwhile. If FILE is already there in part, the download resumes.

  --secrets                 includes the hashes of passwords and keys, for moving to another server:
                            keep such a file safe
${serverHelp}
  --force                   replaces an existing file
  --keep                    keeps the export on the server for a week, as after a failed download
  --quiet                   prints only problems

Example: parley export --data /var/lib/parley --organization tea tea.tar
`;

const options = {
  secrets: { type: "boolean", default: false },
  ...serverOptions,
  force: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
  quiet: { type: "boolean", default: false },
} as const;

export const exportCommand = command("export", { help, options, takesWords: true }, async ({ values, positionals }) => {
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Failure("FILE is missing; see --help", 2);
  checkTarget(file, { mayReplace: values.force });
  const operator = findServer(values);
  const say = (line: string) => {
    if (!values.quiet) console.log(line);
  };

  const { secrets } = values;
  const begun = begunDownload(file);
  const kept = begun?.secrets === secrets ? await keptExport(operator, begun.etag) : undefined;
  if (kept) say(`continues the download of ${begun?.begun_at}; without ${file}.part, a new export is made`);
  const done = kept ?? (await wholeExport(operator, secrets, say));
  await download(operator, done, { file, secrets, say });
  const { rows, files, missing } = await checkArchive(file);
  if (!values.keep) await operator.ask("export/end");
  if (missing > 0) console.error(`export: ${missing} uploaded files are missing from the server, and from ${file}`);
  say(`${file}: ${rows} rows and ${files} files, ${done.bytes} bytes; every digest is right`);
});
