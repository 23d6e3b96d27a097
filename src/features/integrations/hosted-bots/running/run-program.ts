import * as v from "valibot";
import { ApiError, badRequest } from "../../../../protocol/errors.ts";
import { checkServerRunsBots } from "../hosted-bots.ts";
import { OverLimit, readOutputLines, runLimits } from "../run-limits.ts";
import { type LogLine, logLine } from "../runs.ts";
import { openProgram, type Program, type Runner, type Running } from "./open-program.ts";

export type ProgramEvent =
  | { readonly kind: "message"; readonly message: object }
  | { readonly kind: "press"; readonly press: object }
  | { readonly kind: "timer"; readonly timer: object }
  /** Requests the script's commands. */
  | { readonly kind: "describe" };

/**
 * Handles a running script's requests. Throws an ApiError, which is passed to the script, or an OverLimit, which ends
 * it.
 */
export type Powers = (name: string, args: unknown) => unknown;

interface ScriptOutcome {
  /** The script's result, not yet validated; undefined if it failed. */
  readonly result: unknown;
  /** Why the script failed or was terminated; null if it didn't. */
  readonly problem: string | null;
  readonly log: readonly LogLine[];
  /** Whether the script may have started. If not, it has had no effect. */
  readonly isBegun: boolean;
}

/** Thrown for a script that waited too long to start. */
class NotBegun extends OverLimit {}

const lineSchema = v.union([
  v.object({ call: v.number(), name: v.string(), args: v.unknown() }),
  v.object({ log: v.string() }),
  v.object({ done: v.unknown() }),
  v.object({ failed: v.string() }),
]);

interface RunRequest {
  readonly event: ProgramEvent;
  readonly powers: Powers;
  readonly tools?: readonly string[];
}

/**
 * Runs a script once, within all limits. Never throws because of the script; throws if this server doesn't run scripts.
 */
export async function runProgram(
  runner: Runner,
  program: Program,
  { event, powers, tools = [] }: RunRequest,
): Promise<ScriptOutcome> {
  checkServerRunsBots(runner);
  const log: LogLine[] = [];
  let running: Running | undefined;
  try {
    running = openProgram(runner, program);
    running.write({ event, tools });
    const result = await conversation(running, powers, (text, isError) => {
      if (log.length < runLimits.log_lines) log.push(logLine(text, isError));
    });
    return { result, problem: null, log, isBegun: true };
  } catch (error) {
    return { result: undefined, problem: describeFailure(error), log, isBegun: !(error instanceof NotBegun) };
  } finally {
    running?.end();
  }
}

/** Thrown for an error that the script itself reported. */
class ProgramFailed extends Error {}

type Log = (text: string, isError?: boolean) => void;

async function conversation(running: Running, powers: Powers, log: Log): Promise<unknown> {
  const response = await inTime(running.said, runLimits.start_ms, new NotBegun("It couldn't be started in time."));
  if (!response.ok || response.body === null) throw new OverLimit("It couldn't be started.");
  const { total_ms } = runLimits;
  const late = new OverLimit(`It took more than ${total_ms / 1000} s.`);
  return inTime(answered(running, response.body, powers, log), total_ms, late);
}

async function answered(
  running: Running,
  body: ReadableStream<Uint8Array>,
  powers: Powers,
  log: Log,
): Promise<unknown> {
  let calls = 0;
  const overLimit = Promise.withResolvers<never>();
  overLimit.promise.catch(() => {});
  const pending: Promise<void>[] = [];
  const listened = async () => {
    for await (const text of readOutputLines(body)) {
      const line = lineIn(text);
      if ("log" in line) log(line.log);
      else if ("failed" in line) throw new ProgramFailed(line.failed);
      else if ("done" in line) return Promise.all(pending).then(() => line.done);
      else {
        calls += 1;
        if (calls > runLimits.calls) throw new OverLimit(`It made more than ${runLimits.calls} calls.`);
        pending.push(answerCall(running, powers, line, log).catch(overLimit.reject));
      }
    }
    throw new OverLimit("It ended without a result.");
  };
  return Promise.race([listened(), overLimit.promise]);
}

function lineIn(text: string) {
  const line = v.safeParse(v.pipe(v.string(), v.parseJson(), lineSchema), text);
  if (!line.success) throw new OverLimit("It said what the server doesn't understand.");
  return line.output;
}

async function answerCall(
  running: Running,
  powers: Powers,
  { call, name, args }: { readonly call: number; readonly name: string; readonly args?: unknown },
  log: Log,
): Promise<void> {
  try {
    const value = (await powers(name, args)) ?? null;
    if (JSON.stringify(value).length > runLimits.answer_characters) throw badRequest("The answer is too long.");
    running.write({ call, value });
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    log(`${name.slice(0, 100)}: ${error.message}`, true);
    running.write({ call, error: error.message });
  }
}

async function inTime<T>(work: Promise<T>, ms: number, otherwise: OverLimit): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(otherwise), ms);
  });
  work.catch(() => {});
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
  }
}

/** Describes what ended a script. The platform's own message says which of its limits was exceeded. */
function describeFailure(error: unknown): string {
  if (error instanceof OverLimit || error instanceof ProgramFailed) return error.message;
  const said = error instanceof Error ? error.message : String(error);
  const [, uncaught] = /^Failed to start Worker:\s*Uncaught ([\s\S]*)/.exec(said) ?? [];
  return uncaught ?? `It was stopped: ${said}`;
}
