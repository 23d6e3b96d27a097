import * as v from "valibot";
import { boundedText } from "../../../../protocol/bounded.ts";
import { badRequest } from "../../../../protocol/errors.ts";
import { LAST_SECOND } from "../../../../protocol/limits.ts";
import { after, seconds } from "../../../../util/time.ts";
import { actingBot } from "../acting-bot.ts";
import { timersOf } from "../rows.ts";
import { SOONEST_TIMER } from "../run-limits.ts";
import { removeTimer, setTimer, timerData } from "../timers.ts";
import { power } from "./power.ts";

const MAX_DATA_LENGTH = 10_000;
const name = boundedText("id");
const time = v.pipe(v.number(), v.minValue(0), v.maxValue(LAST_SECOND));

/** Schedules a run of the script at the given time. An existing timer with the same name is moved. */
export const schedule = power(
  v.strictObject({ name, at: v.optional(time), in_seconds: v.optional(time), data: v.optional(v.unknown(), null) }),
  (context, { name, at, in_seconds, data: given }) => {
    const { realm } = context;
    if ((at === undefined) === (in_seconds === undefined)) throw badRequest("Give either at or in_seconds.");
    const data = JSON.stringify(given);
    if (data.length > MAX_DATA_LENGTH) throw badRequest(`data is too long (limit: ${MAX_DATA_LENGTH} characters)`);
    const now = realm.seconds();
    const wanted = seconds(Math.ceil(Math.min(LAST_SECOND, at ?? now + (in_seconds ?? 0))));
    const due_at = seconds(Math.max(wanted, after(now, seconds(SOONEST_TIMER))));
    realm.change(() => setTimer(realm, { bot_id: actingBot(context).id, name, due_at, data }));
    return { at: due_at };
  },
);

export const unschedule = power(v.strictObject({ name }), (context, { name }) => {
  context.realm.change(() => removeTimer(context.realm, actingBot(context).id, name));
});

export const timers = power(v.unknown(), ({ realm, bot }) =>
  timersOf.all(realm.sql, { bot }).map((row) => ({ name: row.name, at: row.due_at, data: timerData(row) })),
);
