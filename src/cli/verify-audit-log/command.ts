// Commands for exported audit logs.
import { type CommandTable, runOneOf } from "../os/command-table.ts";

export const auditCommands: CommandTable = {
  name: "parley audit",
  about: "Exported audit logs.",
  commands: [
    {
      name: "verify",
      does: "checks that exported audit logs were not changed",
      load: async () => (await import("./verify.ts")).verifyCommand,
    },
  ],
  more: `"parley audit verify --help" says more, with an example.`,
};

export const auditCommand = (args: string[]) => runOneOf(auditCommands, args);
