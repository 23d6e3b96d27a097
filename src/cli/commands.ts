// All commands of the program. Each is only loaded when it's called, because its dependencies may not be installed.
import { fileURLToPath } from "node:url";
import { type CommandTable, type Needs, runOneOf } from "./os/command-table.ts";
import { programVersion } from "./os/program-version.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));

export const commands: CommandTable = {
  name: "parley",
  about: "Parley, a team chat server, with its operator's tools.",
  commands: [
    {
      name: "start",
      does: "runs the server on this machine",
      needs: "program",
      load: async () => (await import("./server/command.ts")).startCommand,
    },
    {
      name: "reload",
      does: "makes the server reload its program",
      load: async () => (await import("./server/reload.ts")).reloadCommand,
    },
    {
      name: "healthy",
      does: "reports in its exit status whether the server is healthy",
      load: async () => (await import("./server/healthy.ts")).healthyCommand,
    },
    {
      name: "backup",
      does: "backs up a data directory, even while it is in use",
      load: async () => (await import("./backup/command.ts")).backupCommand,
    },
    {
      name: "restore",
      does: "restores a backup to an empty data directory",
      load: async () => (await import("./restore/command.ts")).restoreCommand,
    },
    {
      name: "repair",
      does: "checks whether the stores agree, and repairs them",
      load: async () => (await import("./repair/command.ts")).repairCommand,
    },
    {
      name: "export",
      does: "exports a whole organization to one file",
      needs: "program",
      load: async () => (await import("./export/command.ts")).exportCommand,
    },
    {
      name: "import",
      does: "imports an organization from another program",
      needs: "program",
      async load() {
        // Must come before the next import: it registers the hooks that let Node load the program's sources.
        await import("./import/run-sources.ts");
        return (await import("./import/command.ts")).importCommand;
      },
    },
    {
      name: "audit",
      does: "verifies exported audit logs",
      load: async () => (await import("./verify-audit-log/command.ts")).auditCommand,
    },
    {
      name: "directory",
      does: "syncs accounts and groups from a directory",
      needs: "program",
      load: async () => (await import("./ldap-sync/command.ts")).directoryCommand,
    },
    {
      name: "operator",
      does: "manages the server, its organizations and people",
      load: async () => (await import("./operator/command.ts")).operatorCommand,
    },
    {
      name: "register-push",
      does: "registers with a push service, to notify phones",
      load: async () => (await import("./register-push/command.ts")).registerPushCommand,
    },
    {
      name: "delete-organization",
      does: "permanently deletes a deactivated organization",
      load: async () => (await import("./operator/delete-organization.ts")).deleteOrganizationCommand,
    },
    {
      name: "deploy",
      does: "checks and uploads a deployment on Cloudflare",
      needs: "everything",
      load: async () => (await import("./deploy/command.ts")).deployCommand,
    },
    {
      name: "account-check",
      does: "tests what can only be tested on a real deployment",
      load: async () => (await import("./account-check/command.ts")).accountCheckCommand,
    },
  ],
  more: `"parley COMMAND --help" has details and an example, and "parley --version"
prints the version. In a checkout, "parley" is scripts/parley.mjs, or
npm run COMMAND -- [options]. The exit status is 0 for success, 1 if something
failed or is wrong, 2 for invalid arguments.`,
};

export const parley = (args: string[], whatDiffers: (needs: Needs) => string | null) =>
  args[0] === "--version" ? console.log(programVersion(root).version) : runOneOf(commands, args, whatDiffers);
