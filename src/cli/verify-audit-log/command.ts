// Commands for exported audit logs.
import { type CommandTable, runOneOf } from "../os/command-table.ts";

export const auditCommands: CommandTable = {
  name: "parley audit",
  about: "Exported audit logs.",
  commands: [
    {
      name: "verify",
      does: "verifies exported audit logs",
      load: async () => (await import("./verify.ts")).verifyCommand,
    },
  ],
  more: `"parley audit verify --help" has details and an example.`,
};

export const auditCommand = (args: string[]) => runOneOf(auditCommands, args);
