import { randomBytes } from "node:crypto";
import { command } from "../os/command.ts";
import { type CommandTable, runOneOf } from "../os/command-table.ts";
import { Failure } from "../os/failure.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";
import { listOrganizations, type Operator, RefusedByServer } from "./operator.ts";

const listHelp = `Usage: parley operator organizations list [options]

Lists the server's organizations, with their URLs, numbers of people, and owners.

  --json                    prints them as JSON
${serverHelp}

Example: parley operator organizations list --data /var/lib/parley
`;

const listOptions = { ...serverOptions, json: { type: "boolean", default: false } } as const;

const listCommand = command("operator organizations list", { help: listHelp, options: listOptions }, async (given) => {
  const operator = findServer(given.values);
  const found = [];
  for (const { subdomain, number } of await listOrganizations(operator))
    found.push({ subdomain, number, ...(await describe(operator.about(subdomain))) });
  if (given.values.json) return console.log(JSON.stringify(found, null, 2));
  for (const { subdomain, state, name, url, people, owners } of found) {
    const about = [name, url, people === undefined ? undefined : `${people} people`, owners?.join(", ")];
    console.log([subdomain || '""', state, ...about].filter(Boolean).join("  "));
  }
});

interface OrganizationState {
  readonly state: "in use" | "deactivated" | "not there";
  readonly name?: string;
  readonly url?: string;
  readonly people?: number;
  readonly owners?: readonly string[];
}

/**
 * Describes an organization. If it was never created, or is lost, its state is "not there", although a database may
 * contain its number.
 */
async function describe(operator: Operator): Promise<OrganizationState> {
  try {
    const { name, url, people, owners, is_deactivated } = await operator.ask("describe");
    const facts = { name: String(name), url: String(url), people: Number(people), owners: owners as string[] };
    return { state: is_deactivated ? "deactivated" : "in use", ...facts };
  } catch (error) {
    if (error instanceof RefusedByServer && error.code === "NONEXISTENT_SUBDOMAIN") return { state: "not there" };
    throw error;
  }
}

const foundHelp = `Usage: parley operator organizations found --name NAME --owner-email EMAIL [options]

Creates an organization with its owner, and prints a link for choosing the owner's password. It
works once, for an hour; parley operator password EMAIL creates another one.

  --name NAME               the organization's name
  --owner-email EMAIL       its owner's email address
  --owner-name NAME         its owner's full name (default Owner)
${serverHelp}

Example: parley operator organizations found --organization tea --name "Tea House" \\
           --owner-email ada@example.org --data /var/lib/parley
`;

const foundOptions = {
  ...serverOptions,
  name: { type: "string" },
  "owner-email": { type: "string" },
  "owner-name": { type: "string", default: "Owner" },
} as const;

const foundCommand = command(
  "operator organizations found",
  { help: foundHelp, options: foundOptions },
  async (given) => {
    const { name, "owner-email": email, "owner-name": full_name } = given.values;
    if (!name || !email) throw new Failure("--name and --owner-email are needed; see --help", 2);
    const operator = findServer(given.values);
    // No one ever sees this password.
    const password = randomBytes(24).toString("base64url");
    const { realm_url } = await operator.ask("", { name, email, full_name, password }, { once: true });
    const { url } = await operator.ask("password_link", { email }, { once: true });
    console.log(
      `${name} is at ${realm_url}. A link by which ${email} chooses a password, which works once, for an hour:`,
    );
    console.log(`\n  ${url}`);
  },
);

const renameHelp = `Usage: parley operator organizations rename NAME [options]

Renames an organization. Its URL stays the same: to move it to another subdomain, export it
there with --secrets, import the file into a new organization, and delete the old one
(docs/moving.md).

${serverHelp}

Example: parley operator organizations rename "Tea House" --organization tea --data /var/lib/parley
`;

const renameForm = { help: renameHelp, options: serverOptions, takesWords: true };

const renameCommand = command("operator organizations rename", renameForm, async ({ values, positionals }) => {
  const [name, ...others] = positionals;
  if (name === undefined || others.length > 0) throw new Failure("one NAME is needed; see --help", 2);
  await findServer(values).ask("rename", { name }, { once: true });
  console.log(`The organization's name is ${name}.`);
});

const deactivateHelp = `Usage: parley operator organizations deactivate [options]

Deactivates an organization: no one can log in, and everything is kept, until it is reactivated or
deleted (parley delete-organization). Its owners get an email.

${serverHelp}

Example: parley operator organizations deactivate --organization tea --data /var/lib/parley
`;

const deactivateForm = { help: deactivateHelp, options: serverOptions };

const deactivateCommand = command("operator organizations deactivate", deactivateForm, async ({ values }) => {
  await findServer(values).ask("deactivate", {}, { once: true });
  console.log("The organization is deactivated.");
});

const reactivateHelp = `Usage: parley operator organizations reactivate [options]

Reactivates a deactivated organization.

${serverHelp}

Example: parley operator organizations reactivate --organization tea --data /var/lib/parley
`;

const reactivateForm = { help: reactivateHelp, options: serverOptions };

const reactivateCommand = command("operator organizations reactivate", reactivateForm, async ({ values }) => {
  await findServer(values).ask("reactivate", {}, { once: true });
  console.log("The organization is active again.");
});

export const organizationsCommands: CommandTable = {
  name: "parley operator organizations",
  about: "Lists a server's organizations, and changes one (--organization SUBDOMAIN).",
  commands: [
    { name: "list", does: "lists all organizations", load: async () => listCommand },
    { name: "found", does: "creates an organization with its owner", load: async () => foundCommand },
    { name: "rename", does: "renames an organization", load: async () => renameCommand },
    { name: "deactivate", does: "deactivates an organization: no one can log in", load: async () => deactivateCommand },
    { name: "reactivate", does: "reactivates an organization", load: async () => reactivateCommand },
  ],
  more: '"parley operator organizations COMMAND --help" has details and an example.',
};

export const organizationsCommand = (args: string[]) => runOneOf(organizationsCommands, args);
