import { type Command, nearest } from "./command.ts";

/**
 * Packages that a command needs: none ("node"), those the server runs with ("program"), or also the development tools.
 */
export type Needs = "node" | "program" | "everything";

interface CommandEntry {
  readonly name: string;
  /** Description in the list, at most 56 columns. */
  readonly does: string;
  /** Defaults to "node". In a nested table, the needs of the parent command apply. */
  readonly needs?: Needs;
  /** Imports the command only when it's called, because other commands may need packages that aren't installed. */
  readonly load: () => Promise<Command>;
}

export interface CommandTable {
  /** The words before a command: "parley operator". */
  readonly name: string;
  readonly about: string;
  readonly commands: readonly CommandEntry[];
  readonly more: string;
}

export async function runOneOf(
  table: CommandTable,
  [name, ...args]: string[],
  whatDiffers: (needs: Needs) => string | null = () => null,
) {
  if (name === undefined) {
    process.stderr.write(helpOf(table));
    process.exitCode = 2;
    return;
  }
  const [first] = args;
  if (name === "--help" || (name === "help" && first === undefined)) return void process.stdout.write(helpOf(table));
  if (name === "help" && first !== undefined) return runOneOf(table, [first, "--help"], whatDiffers);
  const found = table.commands.find((one) => one.name === name);
  if (found === undefined) {
    const meant = nearest(
      name,
      table.commands.map((one) => one.name),
    );
    const what = name.startsWith("-") ? "option" : "command";
    const guess = meant ? ` (did you mean ${meant}?)` : "";
    console.error(`parley: unknown ${what} "${name}"${guess}; see ${table.name} --help`);
    process.exitCode = 2;
    return;
  }
  const differs = whatDiffers(found.needs ?? "node");
  if (differs !== null) {
    console.error(`${name}: ${differs}; node scripts/ensure.mjs installs it`);
    process.exitCode = 1;
    return;
  }
  const run = await found.load();
  await run(args);
}

function helpOf({ name, about, commands, more }: CommandTable) {
  const width = Math.max(...commands.map((one) => one.name.length));
  const lines = commands.map((one) => `  ${one.name.padEnd(width)}  ${one.does}`);
  return `Usage: ${name} COMMAND [options]\n\n${about}\n\n${lines.join("\n")}\n\n${more}\n`;
}
