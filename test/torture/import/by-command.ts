import { setTimeout as pause } from "node:timers/promises";
import { type Json, ownerOf } from "../../process/support/person.ts";
import { CommandImport } from "./command-import.ts";
import { both, killsIn, type Round, type Way } from "./round.ts";

/** Imports with the command. Both the command and the server are killed. */
export const byCommand: Way = {
  name: "by the command",
  import(round) {
    const command = new CommandImport(round.server.data, round.folder, round.file);
    return both(command.ended(), kill(round, command, killsIn(round)));
  },
  async giveUp(round) {
    const { server, folder, file, trial } = round;
    const begun = new CommandImport(server.data, folder, file);
    const disturbed = kill(round, begun, Math.ceil(killsIn(round) / 2)).then(async () => {
      await pause(trial.random.below(PAUSE_MS));
      await begun.stop();
    });
    await both(begun.ended(), disturbed);
    const cancelling = new CommandImport(server.data, folder, "--cancel");
    await both(cancelling.ended(), kill(round, cancelling, 2));
    const owner = await ownerOf(server);
    const { imports } = await owner.ok(owner.get("/imports"));
    return imports.every(({ state }: Json) => state !== "done");
  },
};

/** Less than the time that the command takes when nothing else runs. */
const PAUSE_MS = 2000;

/** Kills the command or the server, up to `most` times, until the command has ended. */
async function kill(round: Round, command: CommandImport, most: number): Promise<void> {
  const { trial, server, tally } = round;
  for (let kills = 0; kills < most; kills += 1) {
    await pause(trial.random.below(PAUSE_MS));
    const which = trial.random.pick(["command", "command", "command", "all", "all", "workerd", "node"] as const);
    if (command.hasEnded) return;
    const { step } = command;
    tally.add(`${which === "command" ? "command" : "server"} at "${step}"`);
    trial.log(`kills ${which} at ${step}`);
    if (which === "command") await command.kill();
    else await server.crash(which);
  }
}
