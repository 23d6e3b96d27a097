import { command } from "../os/command.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator any-login [options]

Lets the people of an organization log in with passwords, passkeys and other services again. For
owners who required a single login service and can't log in with it.

${serverHelp}

Example: parley operator any-login --organization tea --data /var/lib/parley
`;

export const anyLoginCommand = command("operator any-login", { help, options: serverOptions }, async ({ values }) => {
  const { changed } = await findServer(values).ask("any_login", {}, { once: true });
  console.log(
    changed === 0
      ? "No login was excluded: no login service is the only one."
      : "People can log in by all ways again. The login service stays, beside the others.",
  );
});
