import { readFileSync } from "node:fs";
import { type Json, ownerOf } from "../../process/support/person.ts";
import { Violation } from "../frame/part.ts";
import { EndpointImport } from "./endpoint-import.ts";
import { Kills } from "./kills.ts";
import { both, killsIn, type Round, type Way } from "./round.ts";

/** An import through the endpoints. The server can be killed in any phase. */
export const throughEndpoints: Way = {
  name: "through the endpoints",
  async import(round) {
    const { state } = await driven(round, (kills) => kills.during(killsIn(round)));
    if (state !== "done") throw new Violation(`the import is ${state}`);
  },
  async giveUp(round) {
    const moment = Kills.someMoment(round.trial);
    const { state } = await driven(round, async (kills, driver) => {
      await kills.during(Math.ceil(killsIn(round) / 2), moment);
      if (!(await kills.comesTo(moment))) return;
      driver.cancel();
      await kills.whileUndoing(3);
    });
    return state === "cancelled";
  },
};

/** Drives an import while `disturb` kills the server. Returns the final state. */
async function driven(
  { trial, server, file, tally }: Round,
  disturb: (kills: Kills, driver: EndpointImport) => Promise<void>,
): Promise<Json> {
  const kills = new Kills(trial, server, tally);
  const owner = await ownerOf(server);
  const driver = new EndpointImport({ owner, archive: readFileSync(file), random: trial.random, saw: kills.saw });
  const ended = driver.ended().finally(() => kills.end());
  return both(ended, disturb(kills, driver));
}
