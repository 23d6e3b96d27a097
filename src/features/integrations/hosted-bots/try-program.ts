import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { integer, json, optional, text } from "../../../endpoints/parameter.ts";
import { hostsSchema } from "./allowed-hosts.ts";
import { accessHostedBot, checkServerRunsBots, hostedBotOf } from "./hosted-bots.ts";
import { triedProgram } from "./tried-program.ts";

/**
 * No part of Zulip's API: runs a program, that of the bot or another one, for a message that nobody has sent, and shows what
 * it would do. It does none of it, apart from asking other servers.
 */
export const tryProgramEndpoint = action({
  route: "POST /bots/:bot_id/program/try",
  by: "administrator",
  params: {
    bot_id: integer,
    program: optional(text("program")),
    hosts: optional(json(hostsSchema)),
    content: text("content"),
  },
  reply: {
    replies: v.array(v.string()),
    asked: v.array(v.object({ name: v.string(), args: v.string() })),
    log: v.array(v.string()),
    problem: v.nullable(v.string()),
  },
  plan({ realm, actor, params }) {
    checkServerRunsBots(realm);
    const bot = accessHostedBot(realm, actor, params.bot_id);
    const hosted = hostedBotOf(realm, bot.id);
    return {
      organization: realm.id,
      program: params.program ?? hosted?.program ?? "",
      hosts: [...(params.hosts ?? hosted?.hosts ?? [])],
      bot: { id: bot.id, email: bot.email, full_name: bot.full_name },
      sender: { id: actor.user_id, email: actor.email, full_name: actor.full_name },
      at: realm.seconds(),
    };
  },
  prepare: ({ plan, params, env, config }) => triedProgram({ env, config }, plan, params.content),
  run: ({ prepared }) => prepared,
});
