import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer } from "../../../endpoints/parameter.ts";
import { examples } from "./examples.ts";
import { accessHostedBot, hostedBotOf } from "./hosted-bots.ts";
import { toolNames } from "./powers/tools.ts";
import { logOf, timersOf } from "./rows.ts";

/** No part of Zulip's API: shows the program of a bot, what it may ask, and what it has logged, the newest first. */
export const getProgramEndpoint = action({
  route: "GET /bots/:bot_id/program",
  by: "administrator",
  params: { bot_id: integer },
  reply: {
    program: v.string(),
    hosts: v.array(v.string()),
    is_on: v.boolean(),
    runs_here: v.boolean(),
    tools: v.array(v.string()),
    timers: v.array(v.object({ name: v.string(), due_at: v.number() })),
    log: v.array(v.object({ id: v.number(), at: v.number(), is_error: v.boolean(), text: v.string() })),
    examples: v.array(v.object({ name: v.string(), program: v.string() })),
  },
  run({ realm, actor, params }) {
    const { id: bot } = accessHostedBot(realm, actor, params.bot_id);
    const hosted = hostedBotOf(realm, bot);
    return {
      program: hosted?.program ?? "",
      hosts: [...(hosted?.hosts ?? [])],
      is_on: hosted?.isOn ?? false,
      runs_here: realm.config.runsBots,
      tools: [...toolNames],
      timers: timersOf.all(realm.sql, { bot }).map(({ name, due_at }) => ({ name, due_at })),
      log: logOf.all(realm.sql, { bot }).map(({ is_error, ...line }) => ({ ...line, is_error: is_error === 1 })),
      examples: [...examples],
    };
  },
});
