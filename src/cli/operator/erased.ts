import { readFileSync } from "node:fs";
import { command } from "../os/command.ts";
import { Failure } from "../os/failure.ts";
import { findServer, serverHelp, serverOptions } from "./find-server.ts";
import type { Operator } from "./operator.ts";

const SENT_AT_ONCE = 1000;

const erasedHelp = `Usage: parley operator people erased [options]

Prints an organization's erased people as JSON: their ids and when they were erased, without names.
Keep the list elsewhere. After an older backup was restored, "erase-again" erases the people it
still has.

${serverHelp}

Example: parley operator people erased --organization tea --data /var/lib/parley > erased.json
`;

export const erasedCommand = command(
  "operator people erased",
  { help: erasedHelp, options: serverOptions },
  async ({ values }) => console.log(JSON.stringify(await readErased(findServer(values)), null, 2)),
);

export async function readErased(operator: Operator, how: { readonly tries?: number } = {}): Promise<unknown[]> {
  const people: unknown[] = [];
  for (let after: unknown = 0; after !== null; ) {
    const page = await operator.ask<{ people: unknown[]; next: unknown }>("people/erased", { after }, how);
    people.push(...page.people);
    after = page.next;
  }
  return people;
}

const againHelp = `Usage: parley operator people erase-again FILE [options]

Erases the people on a list whom an organization has again, because it was restored to an earlier
time. "parley restore" does so itself for the people that later backups in the same place know of.

${serverHelp}

Example: parley operator people erase-again erased.json --organization tea --data /var/lib/parley
`;

export const againCommand = command(
  "operator people erase-again",
  { help: againHelp, options: serverOptions, takesWords: true },
  async ({ values, positionals }) => {
    const [file, ...others] = positionals;
    if (!file || others.length > 0) throw new Failure("FILE is missing; see --help", 2);
    console.log(`Erased again: ${await sendErased(findServer(values), readList(file))}`);
  },
);

function readList(file: string): unknown[] {
  try {
    const list: unknown = JSON.parse(readFileSync(file, "utf8"));
    if (Array.isArray(list)) return list;
  } catch (error) {
    throw new Failure(`${file} can't be read: ${error instanceof Error ? error.message : error}`);
  }
  throw new Failure(`${file} has no list in it`);
}

export async function sendErased(operator: Operator, list: readonly unknown[]): Promise<number> {
  let erased = 0;
  for (let at = 0; at < list.length; at += SENT_AT_ONCE) {
    const people = JSON.stringify(list.slice(at, at + SENT_AT_ONCE));
    erased += Number((await operator.ask("people/erase_again", { people }))["erased"]);
  }
  return erased;
}
