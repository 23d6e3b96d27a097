import { badRequest } from "../../../../protocol/errors.ts";
import { actingProgram, switchedOff } from "../acting-bot.ts";
import type { Powers } from "../running/run-program.ts";
import { fetchOutside } from "./fetch.ts";
import { react, reply, send } from "./messages.ts";
import { argumentsOf, type Power, type RunContext } from "./power.ts";
import { storageDelete, storageGet, storageList, storageSet } from "./storage.ts";
import { schedule, timers, unschedule } from "./timers.ts";
import { toolNames, toolPower } from "./tools.ts";

/**
 * All that programs can ask for. A further function of `parley` is a row here, done with the rights of the bot; programs reach
 * it by `parley.call(name, args)`, and by a name of its own where the harness gives it one.
 */
const powers: ReadonlyMap<string, Power> = new Map<string, Power>([
  ["reply", reply],
  ["send", send],
  ["react", react],
  ["storage.get", storageGet],
  ["storage.set", storageSet],
  ["storage.delete", storageDelete],
  ["storage.list", storageList],
  ["schedule", schedule],
  ["unschedule", unschedule],
  ["timers", timers],
  ["fetch", fetchOutside],
  ...toolNames.map((name): [string, Power] => [`tools.${name}`, toolPower(name)]),
]);

/** The powers of one run, which end when the bot is switched off, and ask the hosts that it may ask by then. */
export const powersOf =
  (run: Omit<RunContext, "hosts">): Powers =>
  (name, given) => {
    const found = powerNamed(name);
    const hosted = actingProgram(run);
    if (hosted === undefined) throw switchedOff();
    return found.run({ ...run, hosts: hosted.hosts }, argumentsOf(name, found.args, given));
  };

export function powerNamed(name: string): Power {
  const found = powers.get(name);
  if (found === undefined) throw badRequest(`parley has no ${name.slice(0, 100)}`);
  return found;
}
