import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { printable } from "../os/printable.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const mailHelp = `Usage: parley operator mail --try ADDRESS [options]

Sends an email to an address the way the server sends email, and shows the conversation: ">" marks
the server's lines, "<" the responses. Passwords are redacted. Exits with status 1 if the email
wasn't accepted.

  --try ADDRESS             where to send it
${serverHelp}

Example: parley operator mail --try ada@example.org --data /var/lib/parley
`;

const mailOptions = { ...serverOptions, try: { type: "string" } } as const;

export const mailCommand = command("operator mail", { help: mailHelp, options: mailOptions }, async ({ values }) => {
  const to = values.try;
  if (to === undefined) throw new Failure("--try ADDRESS is missing; see parley operator mail --help", 2);
  const { conversation, problem } = await findServer(values).ask("mail/try", { to }, { once: true });
  for (const line of conversation as string[]) console.log(printable(line));
  if (problem !== null) throw new Failure(`not sent: ${printable(String(problem))}`);
  console.log(
    `The email to ${to} was taken. If it doesn't arrive, look into the spam folder and the mail server's log.`,
  );
});

const pushHelp = `Usage: parley operator push --try EMAIL [options]

Sends a push to all devices and browsers of an account, and shows each service's response, without
tokens and keys. Exits with status 1 if none accepted it, or there is no device.

  --try EMAIL               whose devices and browsers
${serverHelp}

Example: parley operator push --try ada@example.org --data /var/lib/parley
`;

const pushOptions = { ...serverOptions, try: { type: "string" } } as const;

interface Push {
  readonly kind: string;
  readonly to: string;
  readonly is_taken: boolean;
  readonly said: string;
}

export const pushCommand = command("operator push", { help: pushHelp, options: pushOptions }, async ({ values }) => {
  const email = values.try;
  if (email === undefined) throw new Failure("--try EMAIL is missing; see parley operator push --help", 2);
  const { pushes } = await findServer(values).ask<{ pushes: Push[] }>("push/try", { email }, { once: true });
  for (const { kind, to, said } of pushes) console.log(printable(`${kind.padEnd(9)}  ${to}  ${said}`));
  if (pushes.length === 0) throw new Failure(`${email} has no device and no browser that gets pushes`);
  if (!pushes.some(({ is_taken }) => is_taken)) throw new Failure("no push was taken");
});
