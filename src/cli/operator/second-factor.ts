import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { emailOf, findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator second-factor EMAIL --reset [options]

Removes two-factor authentication and passkeys from the account with that email address. The
password is then enough to log in.

  --reset                   confirms the removal
${serverHelp}

Example: parley operator second-factor ada@example.org --reset --data /var/lib/parley
`;

const options = { ...serverOptions, reset: { type: "boolean", default: false } } as const;
const shape = { help, options, takesWords: true };

export const secondFactorCommand = command("operator second-factor", shape, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  if (!values.reset) throw new Failure("--reset is missing; see parley operator second-factor --help", 2);
  await findServer(values).ask("second_factor/reset", { email }, { once: true });
  console.log(`Removed two-factor authentication and passkeys of ${email}. The password is enough to log in.`);
});
