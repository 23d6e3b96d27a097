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
 * Everything that scripts can request. To add a function to `parley`, add a row here; it runs with the bot's
 * permissions. Scripts reach it by `parley.call(name, args)`, and by its own name if the harness defines one.
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

/** Powers of one run. They end when the bot is switched off, and use its allowed hosts at the time of each call. */
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
