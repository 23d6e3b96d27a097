import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { printable } from "../os/printable.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator mail --try ADDRESS [options]

Sends an email to an address the way the server sends email, and shows the conversation: ">" marks
the server's lines, "<" the responses. Passwords are redacted. Exits with status 1 if the email
wasn't accepted.

  --try ADDRESS             where to send it
${serverHelp}

Example: parley operator mail --try ada@example.org --data /var/lib/parley
`;

const options = { ...serverOptions, try: { type: "string" } } as const;

export const mailCommand = command("operator mail", { help, options }, async ({ values }) => {
  const to = values.try;
  if (to === undefined) throw new Failure("--try ADDRESS is missing; see parley operator mail --help", 2);
  const { conversation, problem } = await findServer(values).ask("mail/try", { to }, { once: true });
  for (const line of conversation as string[]) console.log(printable(line));
  if (problem !== null) throw new Failure(`not sent: ${printable(String(problem))}`);
  console.log(
    `The email to ${to} was taken. If it doesn't arrive, look into the spam folder and the mail server's log.`,
  );
});
