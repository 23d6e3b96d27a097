import { command } from "../os/command.ts";
import { type CommandTable, runOneOf } from "../os/command-table.ts";
import { Failure } from "../os/failure.ts";
import { emailOf, findServer, serverHelp, serverOptions } from "./find-server.ts";

interface ListedPerson {
  readonly user_id: number;
  readonly email: string;
  readonly full_name: string;
  readonly role: number;
  readonly is_active: boolean;
}

const ROLES = new Map([
  ["owner", 100],
  ["administrator", 200],
  ["moderator", 300],
  ["member", 400],
  ["guest", 600],
]);
const roleNames = [...ROLES.keys()].join(", ");
const roleName = (role: number) => [...ROLES].find(([, number]) => number === role)?.[0] ?? String(role);

function roleOf(name: string) {
  const role = ROLES.get(name);
  if (role === undefined) throw new Failure(`"${name}" isn't a role: there are ${roleNames}`, 2);
  return role;
}

const listHelp = `Usage: parley operator people list [options]

Lists the people of an organization, also those whose accounts are deactivated.

  --json                    prints them as JSON
${serverHelp}

Example: parley operator people list --organization tea --data /var/lib/parley
`;

const listOptions = { ...serverOptions, json: { type: "boolean", default: false } } as const;

const listCommand = command("operator people list", { help: listHelp, options: listOptions }, async ({ values }) => {
  const operator = findServer(values);
  const people: ListedPerson[] = [];
  for (let after: unknown = 0; after !== null; ) {
    const page = await operator.ask<{ people: ListedPerson[]; next: unknown }>("people", { after });
    people.push(...page.people);
    after = page.next;
  }
  if (values.json) {
    const named = people.map((person) => ({ ...person, role: roleName(person.role) }));
    return console.log(JSON.stringify(named, null, 2));
  }
  const width = Math.max(...people.map(({ email }) => email.length));
  for (const { email, full_name, role, is_active } of people)
    console.log(
      `${email.padEnd(width)}  ${roleName(role).padEnd(13)}  ${full_name}${is_active ? "" : " (deactivated)"}`,
    );
});

const addHelp = `Usage: parley operator people add EMAIL --name NAME [options]

Creates an account, and prints a link for choosing its password. It works once, for an hour;
parley operator password EMAIL creates another one.

  --name NAME               the person's full name
  --role ROLE               owner, administrator, moderator, member (default) or guest
${serverHelp}

Example: parley operator people add ada@example.org --name "Ada Example" --data /var/lib/parley
`;

const addOptions = {
  ...serverOptions,
  name: { type: "string" },
  role: { type: "string", default: "member" },
} as const;
const addForm = { help: addHelp, options: addOptions, takesWords: true };

const addCommand = command("operator people add", addForm, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  const { name: full_name } = values;
  if (!full_name) throw new Failure("--name is needed, the person's full name; see --help", 2);
  const fields = { email, full_name, role: roleOf(values.role) };
  const { url } = await findServer(values).ask("people/add", fields, { once: true });
  console.log(
    `${full_name} has an account. A link for choosing its password, which works once, for an hour:\n\n  ${url}`,
  );
});

const roleHelp = `Usage: parley operator people role EMAIL ROLE [options]

Changes a person's role: owner, administrator, moderator, member or guest. The only owner can't lose
that role.

${serverHelp}

Example: parley operator people role ada@example.org owner --data /var/lib/parley
`;

const roleForm = { help: roleHelp, options: serverOptions, takesWords: true };

const roleCommand = command("operator people role", roleForm, async ({ values, positionals }) => {
  const [email, role, ...others] = positionals;
  if (email === undefined || role === undefined || others.length > 0)
    throw new Failure("EMAIL and ROLE are needed; see --help", 2);
  await findServer(values).ask("people/role", { email, role: roleOf(role) }, { once: true });
  console.log(`${email} has the role ${role}.`);
});

const deactivateHelp = `Usage: parley operator people deactivate EMAIL [options]

Deactivates an account: no one can log in with it, and its messages stay. The only owner can't be
deactivated. Administrators can reactivate the account in the settings.

${serverHelp}

Example: parley operator people deactivate ada@example.org --data /var/lib/parley
`;

const deactivateForm = { help: deactivateHelp, options: serverOptions, takesWords: true };

const deactivateCommand = command("operator people deactivate", deactivateForm, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  await findServer(values).ask("people/deactivate", { email }, { once: true });
  console.log(`The account of ${email} is deactivated.`);
});

const logOutHelp = `Usage: parley operator people log-out EMAIL [options]

Ends all of a person's browser sessions and API keys, so that they have to log in again everywhere.
Their bots' keys stay.

${serverHelp}

Example: parley operator people log-out ada@example.org --data /var/lib/parley
`;

const logOutForm = { help: logOutHelp, options: serverOptions, takesWords: true };

const logOutCommand = command("operator people log-out", logOutForm, async ({ values, positionals }) => {
  const email = emailOf(positionals);
  await findServer(values).ask("people/end_logins", { email }, { once: true });
  console.log(`${email} is logged out everywhere.`);
});

export const peopleCommands: CommandTable = {
  name: "parley operator people",
  about: "Lists and changes the people of an organization (--organization SUBDOMAIN).",
  commands: [
    { name: "list", does: "lists all people", load: async () => listCommand },
    { name: "add", does: "creates an account, and prints a link", load: async () => addCommand },
    { name: "role", does: "changes a person's role", load: async () => roleCommand },
    { name: "deactivate", does: "deactivates an account", load: async () => deactivateCommand },
    {
      name: "erased",
      does: "lists erased people, for restores",
      load: async () => (await import("./erased.ts")).erasedCommand,
    },
    {
      name: "erase-again",
      does: "erases the people on a list again",
      load: async () => (await import("./erased.ts")).againCommand,
    },
    { name: "log-out", does: "ends all sessions and API keys", load: async () => logOutCommand },
  ],
  more: '"parley operator people COMMAND --help" has details and an example.',
};

export const peopleCommand = (args: string[]) => runOneOf(peopleCommands, args);
