import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { emailOf, findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator password EMAIL [options]

Prints a link for choosing a new password for the account with that email address. It works once,
for an hour. Using it logs out all browsers; the page asks whether to revoke API keys too.

  --set                     instead prompts for the new password, without showing it, or reads it
                            from standard input; ends all logins and API keys
  --keep                    with --set: keeps logins and API keys
${serverHelp}

Example: parley operator password ada@example.org --data /var/lib/parley
`;

const options = {
  ...serverOptions,
  set: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
} as const;
const form = { help, options, takesWords: true };

export const passwordCommand = command("operator password", form, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  if (values.keep && !values.set) throw new Failure("--keep goes with --set: a link's page asks what ends", 2);
  const operator = findServer(values);
  if (!values.set) {
    const { url } = await operator.ask("password_link", { email }, { once: true });
    console.log(`A link for choosing a new password for ${email}. It works once, for an hour:\n\n  ${url}\n`);
    console.log("Using it logs out all browsers, and apps too unless the box on the page is cleared.");
    return;
  }
  const password = await readSecret(`New password for ${email}: `);
  if (process.stdin.isTTY && (await readSecret("The same again: ")) !== password)
    throw new Failure("these were two passwords; nothing was changed");
  await operator.ask("password", { email, password, keeps_logins: values.keep }, { once: true });
  console.log(
    `The password of ${email} is changed. ${values.keep ? "Logins and API keys stay." : "All logins and API keys have ended."}`,
  );
});

/** Reads a secret line: from the terminal without echo, or from piped input. */
async function readSecret(question: string): Promise<string> {
  const { stdin: input, stderr } = process;
  const output = new Writable({ write: (_bytes, _encoding, done) => done() });
  const lines = createInterface({ input, output, terminal: input.isTTY });
  if (input.isTTY) stderr.write(question);
  try {
    for await (const line of lines) return line;
    throw new Failure("nothing was entered, and nothing was changed");
  } finally {
    lines.close();
    if (input.isTTY) stderr.write("\n");
  }
}
