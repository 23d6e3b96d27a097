import * as v from "valibot";
import { badRequest } from "../../../protocol/errors.ts";
import { commandsSchema } from "../bot-commands/set-commands.ts";
import { attempted } from "./running/attempts.ts";
import type { Program, Runner } from "./running/open-program.ts";
import { runProgram } from "./running/run-program.ts";

const descriptionSchema = v.object({ handlers: v.array(v.string()), commands: commandsSchema });

const noPowers = () => {
  throw badRequest("A program can ask for nothing before it runs for something.");
};

/** A program's description of itself, with its commands. Refuses one that does not start. */
export async function describedProgram(runner: Runner, program: Program) {
  const { result, problem } = await attempted(program, () =>
    runProgram(runner, program, { event: { kind: "describe" }, powers: noPowers }),
  );
  if (problem !== null) throw badRequest(`The program doesn't start: ${problem}`);
  const described = v.safeParse(descriptionSchema, result);
  if (!described.success) throw badRequest(`The program's commands aren't right: ${described.issues[0].message}`);
  if (described.output.handlers.length === 0) {
    throw badRequest("The program needs a default export with onMessage, onCommand or onTimer.");
  }
  return described.output;
}
