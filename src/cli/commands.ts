// All commands of the program. Each is loaded when called, because it may need more than is installed.
import { fileURLToPath } from "node:url";
import { type CommandTable, type Needs, runOneOf } from "./os/command-table.ts";
import { describeVersion, programVersion } from "./os/program-version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const commands: CommandTable = {
  name: "parley",
  about: "Parley, a team chat server, and what its operator does with it.",
  commands: [
    {
      name: "start",
      does: "runs the server on this machine",
      needs: "program",
      load: async () => (await import("./server/command.ts")).startCommand,
    },
    {
      name: "reload",
      does: "has the server load its program again",
      needs: "node",
      load: async () => (await import("./server/reload.ts")).reloadCommand,
    },
    {
      name: "healthy",
      does: "tells by its status whether the server is well",
      needs: "node",
      load: async () => (await import("./server/healthy.ts")).healthyCommand,
    },
    {
      name: "backup",
      does: "stores a data directory, also while the server runs",
      needs: "node",
      load: async () => (await import("./backup/command.ts")).backupCommand,
    },
    {
      name: "restore",
      does: "puts a backup into an empty data directory",
      needs: "node",
      load: async () => (await import("./restore/command.ts")).restoreCommand,
    },
    {
      name: "repair",
      does: "checks whether the stores agree, and repairs them",
      needs: "node",
      load: async () => (await import("./repair/command.ts")).repairCommand,
    },
    {
      name: "export",
      does: "writes a whole organization into one file",
      needs: "program",
      load: async () => (await import("./export/command.ts")).exportCommand,
    },
    {
      name: "import",
      does: "moves an organization of another program here",
      needs: "program",
      async load() {
        // The program's sources can only be imported after their hooks are registered.
        await import("./import/run-sources.ts");
        return (await import("./import/command.ts")).importCommand;
      },
    },
    {
      name: "audit",
      does: "checks that exported audit logs were not changed",
      needs: "node",
      load: async () => (await import("./verify-audit-log/command.ts")).auditCommand,
    },
    {
      name: "directory",
      does: "makes accounts and groups as a directory has them",
      needs: "program",
      load: async () => (await import("./ldap-sync/command.ts")).directoryCommand,
    },
    {
      name: "operator",
      does: "the server's state, organizations and people",
      needs: "node",
      load: async () => (await import("./operator/command.ts")).operatorCommand,
    },
    {
      name: "register-push",
      does: "registers at a push service, so that phones ring",
      needs: "node",
      load: async () => (await import("./register-push/command.ts")).registerPushCommand,
    },
    {
      name: "delete-organization",
      does: "deletes a deactivated organization for good",
      needs: "node",
      load: async () => (await import("./operator/delete-organization.ts")).deleteOrganizationCommand,
    },
    {
      name: "deploy",
      does: "checks a deployment on Cloudflare, and uploads it",
      needs: "everything",
      load: async () => (await import("./deploy/command.ts")).deployCommand,
    },
    {
      name: "account-check",
      does: "tries what only a real deployment can tell",
      needs: "node",
      load: async () => (await import("./account-check/command.ts")).accountCheckCommand,
    },
  ],
  more: `"parley COMMAND --help" says more, with an example, and "parley --version" which
version this is. In a checkout, "parley" is scripts/parley.mjs, or
npm run COMMAND -- [options]. The status is 0 if it is done, 1 if something has
failed or is wrong, 2 for a mistake in the words given.`,
};

export const parley = (args: string[], whatDiffers: (needs: Needs) => string | null) =>
  args[0] === "--version" ? console.log(describeVersion(programVersion(root))) : runOneOf(commands, args, whatDiffers);
