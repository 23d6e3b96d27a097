import * as v from "valibot";
import { parseNamed } from "../../../../api/issue.ts";
import { boundedText } from "../../../../protocol/bounded.ts";
import { badRequest, raise } from "../../../../protocol/errors.ts";
import { LAST_SECOND } from "../../../../protocol/limits.ts";
import { after, type Seconds, seconds } from "../../../../util/time.ts";
import { actingBot, actingProgram, switchedOff } from "../acting-bot.ts";
import { timersOf } from "../rows.ts";
import { SOONEST_TIMER } from "../run-limits.ts";
import type { Powers } from "../running/run-program.ts";
import { removeTimer, setTimer, timerData } from "../timers.ts";
import { fetchOutside } from "./fetch.ts";
import { react, reply, send } from "./messages.ts";
import { type Power, power, type RunContext } from "./power.ts";
import { storageDelete, storageGet, storageList, storageSet } from "./storage.ts";
import { toolNames, toolPower } from "./tools.ts";

const MAX_DATA_LENGTH = 10_000;
const name = boundedText("id");
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_SECOND));

interface TimerTime {
  readonly at?: number | undefined;
  readonly in_seconds?: number | undefined;
}

/** Returns when a timer is due. Throws unless exactly one of the two times is given. */
export function dueTime(now: Seconds, { at, in_seconds }: TimerTime): Seconds {
  if ((at === undefined) === (in_seconds === undefined)) throw badRequest("Give either at or in_seconds.");
  const wanted = seconds(Math.ceil(Math.min(LAST_SECOND, at ?? now + (in_seconds ?? 0))));
  return seconds(Math.max(wanted, after(now, seconds(SOONEST_TIMER))));
}

/** Schedules a run of the script at the given time. An existing timer with the same name is moved. */
const schedule = power(
  v.strictObject({ name, at: v.optional(time), in_seconds: v.optional(time), data: v.optional(v.unknown(), null) }),
  (context, { name, data: given, ...times }) => {
    const { realm } = context;
    const due_at = dueTime(realm.seconds(), times);
    const data = JSON.stringify(given);
    if (data.length > MAX_DATA_LENGTH) throw badRequest(`data is too long (limit: ${MAX_DATA_LENGTH} characters)`);
    realm.change(() => setTimer(realm, { bot_id: actingBot(context).id, name, due_at, data }));
    return { at: due_at };
  },
);

const unschedule = power(v.strictObject({ name }), (context, { name }) => {
  context.realm.change(() => removeTimer(context.realm, actingBot(context).id, name));
});

const timers = power(v.unknown(), ({ realm, bot }) =>
  timersOf.all(realm.sql, { bot }).map((row) => ({ name: row.name, at: row.due_at, data: timerData(row) })),
);

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

/**
 * Powers of one run. They end when the bot is switched off, and use the bot's allowed hosts at the time of each call.
 */
export const powersOf =
  (run: Omit<RunContext, "hosts">): Powers =>
  (name, given) => {
    const found = powerNamed(name);
    const hosted = actingProgram(run);
    if (hosted === undefined) throw switchedOff();
    return found.run({ ...run, hosts: hosted.hosts }, parseNamed(name, found.args, given));
  };

export const powerNamed = (name: string): Power =>
  powers.get(name) ?? raise(badRequest(`parley has no ${name.slice(0, 100)}`));
