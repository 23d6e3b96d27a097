// Commands for LDAP directories.
import { type CommandTable, runOneOf } from "../os/command-table.ts";

export const directoryCommands: CommandTable = {
  name: "parley directory",
  about: "Accounts and groups from an LDAP directory.",
  commands: [
    {
      name: "sync",
      does: "syncs accounts and groups from a directory",
      load: async () => (await import("./sync.ts")).syncCommand,
    },
  ],
  more: `"parley directory sync --help" has details and an example.`,
};

export const directoryCommand = (args: string[]) => runOneOf(directoryCommands, args);
