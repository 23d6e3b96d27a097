// Commands with which the operator of a server helps an account that nobody else can help; docs/operating.md says when.
import { parseArgs } from "node:util";
import { Failure } from "../system/failure.ts";
import { runCommand } from "../system/run-command.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `npm run operator -- COMMAND EMAIL [options]

  password EMAIL               prints a link for choosing a new password; it works once, for an hour
  second-factor EMAIL --reset  removes two-factor authentication and passkeys from an account

Example: npm run operator -- password ada@example.org --data /var/lib/parley

${serverHelp}
`;

await runCommand("operator", async () => {
  const { values, positionals } = parseArgs({
    options: {
      ...serverOptions,
      reset: { type: "boolean", default: false },
      help: { type: "boolean", default: false },
    },
    allowPositionals: true,
  });
  if (values.help) return void process.stdout.write(help);
  const [command, email, ...rest] = positionals;
  if (email === undefined || rest.length > 0) throw new Failure("COMMAND or EMAIL is missing; see --help", 2);
  const operator = findServer(values);
  if (command === "password") {
    const { url } = await operator.ask("password_link", { email }, { once: true });
    console.log(`A link for choosing a new password for ${email}. It works once, for an hour:\n\n  ${url}\n`);
    console.log("Using it logs out all browsers, and apps too unless the box on the page is cleared.");
  } else if (command === "second-factor" && values.reset) {
    await operator.ask("second_factor/reset", { email }, { once: true });
    console.log(`Removed two-factor authentication and passkeys of ${email}. The password is enough to log in.`);
  } else {
    throw new Failure(`"${positionals.join(" ")}" isn't a command; see --help`, 2);
  }
});
