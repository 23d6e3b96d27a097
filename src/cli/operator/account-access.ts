import { createInterface } from "node:readline/promises";
import { Writable } from "node:stream";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { emailOf, findServer, serverHelp, serverOptions } from "./find-server.ts";

const passwordHelp = `Usage: parley operator password EMAIL [options]

Prints a link for choosing a new password for the account with that email address. It works once,
for an hour. Using it logs out all browsers; the page asks whether to revoke API keys too.

  --set                     instead prompts for the new password, without showing it, or reads it
                            from standard input; ends all logins and API keys
  --keep                    with --set: keeps logins and API keys
${serverHelp}

Example: parley operator password ada@example.org --data /var/lib/parley
`;

const passwordOptions = {
  ...serverOptions,
  set: { type: "boolean", default: false },
  keep: { type: "boolean", default: false },
} as const;
const passwordForm = { help: passwordHelp, options: passwordOptions, takesWords: true };

export const passwordCommand = command("operator password", passwordForm, async ({ values, positionals }) => {
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

const secondFactorHelp = `Usage: parley operator second-factor EMAIL --reset [options]

Removes two-factor authentication and passkeys from the account with that email address. The
password is then enough to log in.

  --reset                   confirms the removal
${serverHelp}

Example: parley operator second-factor ada@example.org --reset --data /var/lib/parley
`;

const secondFactorOptions = { ...serverOptions, reset: { type: "boolean", default: false } } as const;
const secondFactorForm = { help: secondFactorHelp, options: secondFactorOptions, takesWords: true };

export const secondFactorCommand = command(
  "operator second-factor",
  secondFactorForm,
  async ({ values, positionals }) => {
    const email = emailOf(positionals);
    if (!values.reset) throw new Failure("--reset is missing; see parley operator second-factor --help", 2);
    await findServer(values).ask("second_factor/reset", { email }, { once: true });
    console.log(`Removed two-factor authentication and passkeys of ${email}. The password is enough to log in.`);
  },
);

const unlockHelp = `Usage: parley operator unlock EMAIL [options]

Lets the person with that email address try to log in again immediately, after too many attempts
with a wrong password or code from anywhere.

${serverHelp}

Example: parley operator unlock ada@example.org --data /var/lib/parley
`;

const unlockForm = { help: unlockHelp, options: serverOptions, takesWords: true };

export const unlockCommand = command("operator unlock", unlockForm, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  const { attempts } = await findServer(values).ask("people/unlock", { email }, { once: true });
  console.log(
    attempts === 0
      ? `${email} was not locked: no attempt counted.`
      : `${email} can log in again: attempts are forgotten.`,
  );
});

const anyNetworkHelp = `Usage: parley operator any-network [options]

Removes an organization's list of allowed networks, so that its people can log in from any network
again. For owners who have locked themselves out.

${serverHelp}

Example: parley operator any-network --organization tea --data /var/lib/parley
`;

export const anyNetworkCommand = command(
  "operator any-network",
  { help: anyNetworkHelp, options: serverOptions },
  async ({ values }) => {
    const { removed } = await findServer(values).ask("any_network", {}, { once: true });
    console.log(
      removed === 0
        ? "No network was excluded: the list is empty."
        : `People can log in from any network. Networks removed from the list: ${removed}.`,
    );
  },
);

const anyLoginHelp = `Usage: parley operator any-login [options]

Lets the people of an organization log in with passwords, passkeys and other services again. For
owners who required a single login service and can't log in with it.

${serverHelp}

Example: parley operator any-login --organization tea --data /var/lib/parley
`;

export const anyLoginCommand = command(
  "operator any-login",
  { help: anyLoginHelp, options: serverOptions },
  async ({ values }) => {
    const { changed } = await findServer(values).ask("any_login", {}, { once: true });
    console.log(
      changed === 0
        ? "No login was excluded: no login service is the only one."
        : "People can log in by all ways again. The login service stays, beside the others.",
    );
  },
);
