import { dirname } from "node:path";
import { type ParseArgsOptionsConfig, parseArgs } from "node:util";
import { editDistance } from "./edit-distance.ts";
import { Failure } from "./failure.ts";
import { permissionAdvice } from "./ownership.ts";

/**
 * A command, called with the arguments after its name. Sets the process's exit status: 1 for a failure, 2 for wrong
 * arguments.
 */
export type Command = (args: string[]) => Promise<void>;

const HELP = { help: { type: "boolean", default: false } } as const;

type ParsedArgs<Options extends ParseArgsOptionsConfig> = ReturnType<
  typeof parseArgs<{ args: string[]; options: Options; allowPositionals: true }>
>;

/** The option values of a command. */
export type OptionValues<Options extends ParseArgsOptionsConfig> = ParsedArgs<Options>["values"];

interface Form<Options extends ParseArgsOptionsConfig> {
  /** Text of --help: lines of at most 100 columns, with an example. */
  readonly help: string;
  readonly options: Options;
  /** Whether it takes positional arguments. */
  readonly takesWords?: boolean;
}

/** Creates a command. `name` is the part after "parley", such as "backup". */
export function command<const Options extends ParseArgsOptionsConfig>(
  name: string,
  { help, options, takesWords = false }: Form<Options>,
  run: (given: ParsedArgs<Options>) => void | Promise<void>,
): Command {
  return (args) =>
    runToItsEnd(name, async () => {
      const given = readWords(name, args, { ...options, ...HELP }, takesWords);
      if ("help" in given.values && given.values.help === true) process.stdout.write(help);
      else await run(given as ParsedArgs<Options>);
    });
}

/** Runs a command. Errors that the user can fix, and system errors, are reported in one line. */
async function runToItsEnd(name: string, work: () => void | Promise<void>) {
  try {
    await work();
  } catch (thrown) {
    const error = isWrongAddress(thrown) ? new Failure(`"${thrown.input}" is not an address`, 2) : thrown;
    const { message, syscall, code, path } = error as NodeJS.ErrnoException;
    const isKnown = error instanceof Failure || syscall !== undefined || code === "ERR_SQLITE_ERROR";
    const advice = path === undefined ? "" : permissionAdvice(code, path, dirname(path));
    console.error(isKnown ? `${name}: ${message}${advice && `: ${advice}`}` : error);
    process.exitCode = error instanceof Failure ? error.status : 1;
  }
}

/** Only an address from the arguments can be invalid, because those in settings were already checked. */
const isWrongAddress = (error: unknown): error is { readonly input: string } =>
  (error as NodeJS.ErrnoException).code === "ERR_INVALID_URL";

export function readWords<const Options extends ParseArgsOptionsConfig>(
  name: string,
  args: string[],
  options: Options,
  takesWords = false,
) {
  try {
    return parseArgs({ args, options, allowPositionals: takesWords });
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith("ERR_PARSE_ARGS")) throw error;
    // The first sentence describes the error; the rest is advice for programmers.
    const [what = ""] = message.split(/\. |\n/, 1);
    const [, wrong] = /^Unknown option '--([^']+)'/.exec(what) ?? [];
    const meant = wrong === undefined ? undefined : nearest(wrong, Object.keys(options));
    const said = `${what.charAt(0).toLowerCase()}${what.slice(1)}${meant ? ` (did you mean --${meant}?)` : ""}`;
    throw new Failure(`${said}; see parley ${name} --help`, 2);
  }
}

/** Returns the known word that a misspelled one probably means, or undefined if none is similar enough. */
export function nearest(word: string, known: readonly string[]) {
  const [best] = known
    .map((one) => ({ one, distance: one.startsWith(word) && word.length > 1 ? 1 : editDistance(word, one) }))
    .sort((a, b) => a.distance - b.distance);
  return best && best.distance <= Math.min(3, word.length / 2) ? best.one : undefined;
}
