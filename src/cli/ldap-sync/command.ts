// Commands for LDAP directories.
import { type CommandTable, runOneOf } from "../os/command-table.ts";

export const directoryCommands: CommandTable = {
  name: "parley directory",
  about: "Accounts and groups as an LDAP directory has them.",
  commands: [
    {
      name: "sync",
      does: "makes accounts and groups as a directory has them",
      load: async () => (await import("./sync.ts")).syncCommand,
    },
  ],
  more: `"parley directory sync --help" says more, with an example.`,
};

export const directoryCommand = (args: string[]) => runOneOf(directoryCommands, args);
