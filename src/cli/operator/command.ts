// Commands for a server's operator, for helping users whom no one else can help, and for testing what the server
// depends on. docs/operating.md describes when to use them.
import { type CommandTable, runOneOf } from "../os/command-table.ts";

export const operatorCommands: CommandTable = {
  name: "parley operator",
  about: "Tools for a server's operator, here (--data) or elsewhere (--site).",
  commands: [
    {
      name: "status",
      does: "reports the state of the server and its organizations",
      load: async () => (await import("./status.ts")).statusCommand,
    },
    {
      name: "organizations",
      does: "lists, creates, renames and deactivates organizations",
      load: async () => (await import("./organizations.ts")).organizationsCommand,
    },
    {
      name: "people",
      does: "lists, adds and deactivates people, and changes roles",
      load: async () => (await import("./people.ts")).peopleCommand,
    },
    {
      name: "password",
      does: "prints a link for choosing a new password, or sets it",
      load: async () => (await import("./account-access.ts")).passwordCommand,
    },
    {
      name: "second-factor",
      does: "removes two-factor authentication and passkeys",
      load: async () => (await import("./account-access.ts")).secondFactorCommand,
    },
    {
      name: "unlock",
      does: "clears failed login attempts",
      load: async () => (await import("./account-access.ts")).unlockCommand,
    },
    {
      name: "any-network",
      does: "lets people log in from any network again",
      load: async () => (await import("./account-access.ts")).anyNetworkCommand,
    },
    {
      name: "any-login",
      does: "lets people log in by any method again",
      load: async () => (await import("./account-access.ts")).anyLoginCommand,
    },
    {
      name: "compact",
      does: "purges deleted data from a stopped server's files",
      load: async () => (await import("./compact.ts")).compactCommand,
    },
    {
      name: "mail",
      does: "sends a test email, and shows the SMTP conversation",
      load: async () => (await import("./try-services.ts")).mailCommand,
    },
    {
      name: "push",
      does: "sends a test push, and shows the services' responses",
      load: async () => (await import("./try-services.ts")).pushCommand,
    },
  ],
  more: '"parley operator COMMAND --help" has details and an example.',
};

export const operatorCommand = (args: string[]) => runOneOf(operatorCommands, args);
