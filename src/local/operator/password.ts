import { command } from "../system/command.ts";
import { emailOf, findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator password EMAIL [options]

Prints a link by which the person of that email address chooses a new password. It works once, for
an hour.

${serverHelp}

Example: parley operator password ada@example.org --data /var/lib/parley
`;

const shape = { help, options: serverOptions, takesWords: true };

export const passwordCommand = command("operator password", shape, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  const { url } = await findServer(values).ask("password_link", { email }, { once: true });
  console.log(`A link for choosing a new password for ${email}. It works once, for an hour:\n\n  ${url}\n`);
  console.log("Using it logs out all browsers, and apps too unless the box on the page is cleared.");
});
