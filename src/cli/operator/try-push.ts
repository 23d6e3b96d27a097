import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { printable } from "../os/printable.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";

const help = `Usage: parley operator push --try EMAIL [options]

Sends a push to all devices and browsers of an account, and shows each service's response, without
tokens and keys. Exits with status 1 if none accepted it, or there is no device.

  --try EMAIL               whose devices and browsers
${serverHelp}

Example: parley operator push --try ada@example.org --data /var/lib/parley
`;

const options = { ...serverOptions, try: { type: "string" } } as const;

interface Push {
  readonly kind: string;
  readonly to: string;
  readonly is_taken: boolean;
  readonly said: string;
}

export const pushCommand = command("operator push", { help, options }, async ({ values }) => {
  const email = values.try;
  if (email === undefined) throw new Failure("--try EMAIL is missing; see parley operator push --help", 2);
  const reply = await findServer(values).ask("push/try", { email }, { once: true });
  const pushes = reply["pushes"] as Push[];
  for (const { kind, to, said } of pushes) console.log(printable(`${kind.padEnd(9)}  ${to}  ${said}`));
  if (pushes.length === 0) throw new Failure(`${email} has no device and no browser that gets pushes`);
  if (!pushes.some(({ is_taken }) => is_taken)) throw new Failure("no push was taken");
});
