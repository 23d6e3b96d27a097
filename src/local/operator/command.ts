// Commands by which the operator of a server helps people whom nobody else can help, and tries what the server depends on;
// docs/operating.md says when.
import { type CommandTable, runOneOf } from "../system/command-table.ts";

export const operatorCommands: CommandTable = {
  name: "parley operator",
  about: "Tells how a server is, and helps people who cannot log in.",
  commands: [
    {
      name: "status",
      does: "tells how the server and all its organizations are",
      needs: "node",
      load: async () => (await import("./status.ts")).statusCommand,
    },
    {
      name: "password",
      does: "prints a link for choosing a new password",
      needs: "node",
      load: async () => (await import("./password.ts")).passwordCommand,
    },
    {
      name: "second-factor",
      does: "removes two-factor authentication and passkeys",
      needs: "node",
      load: async () => (await import("./second-factor.ts")).secondFactorCommand,
    },
    {
      name: "mail",
      does: "sends an email, and shows the conversation with what sends it",
      needs: "node",
      load: async () => (await import("./try-mail.ts")).mailCommand,
    },
  ],
  more: '"parley operator COMMAND --help" says more, with an example.',
};

export const operatorCommand = (args: string[]) => runOneOf(operatorCommands, args, () => null);
