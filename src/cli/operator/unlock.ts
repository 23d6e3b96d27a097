import { command } from "../os/command.ts";
import { emailOf, findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator unlock EMAIL [options]

Lets the person with that email address try to log in again immediately, after too many attempts
with a wrong password or code from anywhere.

${serverHelp}

Example: parley operator unlock ada@example.org --data /var/lib/parley
`;

const form = { help, options: serverOptions, takesWords: true };

export const unlockCommand = command("operator unlock", form, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  const { attempts } = await findServer(values).ask("people/unlock", { email }, { once: true });
  console.log(
    attempts === 0
      ? `${email} was not locked: no attempt counted.`
      : `${email} can log in again: attempts are forgotten.`,
  );
});
