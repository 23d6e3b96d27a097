// Exports a whole organization of a running server into one file. docs/export.md says what is in it.
import { parseArgs } from "node:util";
import { runCommand } from "./backup/run-command.mjs";
import { checkArchive } from "./export/check-archive.mjs";
import { download } from "./export/download.mjs";
import { Operator } from "./export/operator.mjs";
import { Failure } from "./server/failure.mjs";

const help = `npm run export -- [options] FILE

Exports everything that an organization has, while people talk, into one file, which another server imports. Where FILE is
there already in part, the download goes on.

  --secrets                 with the hashes of passwords and keys, for a move of the whole server: keep such a file safe
  --organization SUBDOMAIN  which organization; without it the one without a subdomain
  --data DIRECTORY          of the server that runs on this machine (default .data)
  --site URL                of a server elsewhere, with
  --setup-token TOKEN       its setup token (or PARLEY_SETUP_TOKEN)
  --keep                    leaves the export on the server for a week, as if the download had failed
  --quiet                   says nothing unless something is wrong
`;

await runCommand("export", async () => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      secrets: { type: "boolean", default: false },
      organization: { type: "string", default: "" },
      data: { type: "string", default: ".data" },
      site: { type: "string" },
      "setup-token": { type: "string" },
      keep: { type: "boolean", default: false },
      quiet: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
  });
  if (values.help) return void process.stdout.write(help);
  const [file, ...others] = positionals;
  if (!file || others.length > 0) throw new Failure("one file is needed; --help says more", 2);
  const { organization, site, data, secrets } = values;
  const token = values["setup-token"] ?? process.env["PARLEY_SETUP_TOKEN"];
  const operator = site
    ? Operator.elsewhere(site, { organization, token })
    : Operator.here(data, { organization, token });
  /** @param {string} line */
  const say = (line) => {
    if (!values.quiet) console.log(line);
  };

  const done = await operator.exported(secrets, say);
  await download(operator, done, { file, say });
  const { rows, files } = await checkArchive(file);
  if (!values.keep) await operator.call("/organizations/export/end");
  say(`${file}: ${rows} rows and ${files} files, ${done.bytes} bytes; every digest is right`);
});
