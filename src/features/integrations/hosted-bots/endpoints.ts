import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { boolean, integer, json, optional, text } from "../../../api/parameter.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { tellBotOwner } from "../../organization/account-actions/bots/tell-owner.ts";
import { commandsSchema, setCommands } from "../bot-commands/bot-commands.ts";
import echo from "./examples/echo.client.js";
import leave from "./examples/leave.client.js";
import onCall from "./examples/on-call.client.js";
import polls from "./examples/polls.client.js";
import reminders from "./examples/reminders.client.js";
import standUp from "./examples/stand-up.client.js";
import { accessHostedBot, checkServerRunsBots, hostedBotOf, setProgram } from "./hosted-bots.ts";
import { hostsSchema } from "./powers/fetch.ts";
import { toolNames } from "./powers/tools.ts";
import { programSchema } from "./program-schema.ts";
import { logOf, timersOf } from "./rows.ts";
import type { Program, Runner } from "./running/open-program.ts";
import { runProgram } from "./running/run-program.ts";
import { attempted, triedProgram } from "./tried-program.ts";

const examples = [
  { name: "echo", program: echo },
  { name: "reminders", program: reminders },
  { name: "stand-up", program: standUp },
  { name: "polls", program: polls },
  { name: "on-call", program: onCall },
  { name: "leave", program: leave },
] as const;

/** Not part of Zulip's API: returns a bot's script, its allowed hosts, and its log with the newest lines first. */
export const getProgramEndpoint = action({
  route: "GET /bots/:bot_id/program",
  by: "administrator",
  params: { bot_id: integer },
  reply: programSchema.entries,
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

const descriptionSchema = v.object({ handlers: v.array(v.string()), commands: commandsSchema });

const noPowers = () => {
  throw badRequest("A program can ask for nothing before it runs for something.");
};

/** Loads a script's description of itself, including its commands. Throws if the script doesn't start. */
async function describedProgram(runner: Runner, program: Program) {
  const { result, problem } = await attempted(program, () =>
    runProgram(runner, program, { event: { kind: "describe" }, powers: noPowers }),
  );
  if (problem !== null) throw badRequest(`The program doesn't start: ${problem}`);
  const described = v.safeParse(descriptionSchema, result);
  if (!described.success) throw badRequest(`The program's commands aren't right: ${described.issues[0].message}`);
  if (described.output.handlers.length === 0) {
    throw badRequest("The program needs a default export with onMessage, onCommand, onAction or onTimer.");
  }
  return described.output;
}

/**
 * Not part of Zulip's API: sets a bot's script or allowed hosts, or switches it on or off. Rejects a script that
 * doesn't start. The bot gets the commands that the script declares.
 */
export const updateProgramEndpoint = action({
  route: "PATCH /bots/:bot_id/program",
  by: "administrator",
  params: {
    bot_id: integer,
    program: optional(text("program")),
    hosts: optional(json(hostsSchema)),
    is_on: optional(boolean),
  },
  plan({ realm, actor, params }) {
    const { id } = accessHostedBot(realm, actor, params.bot_id, purposeOf(params));
    if (params.program !== undefined || params.is_on !== false) checkServerRunsBots(realm);
    return { organization: realm.id, bot: `${id}/new` };
  },
  prepare: ({ plan, params: { program: text }, env, config }) =>
    text === undefined ? undefined : describedProgram({ env, config }, { ...plan, text }),
  run({ realm, actor, params, prepared: described }) {
    const bot = accessHostedBot(realm, actor, params.bot_id, purposeOf(params));
    const before = hostedBotOf(realm, bot.id);
    const changed = setProgram(realm, bot, {
      program: params.program ?? before?.program ?? "",
      hosts: params.hosts ?? before?.hosts ?? [],
      isOn: params.is_on ?? before?.isOn ?? true,
    });
    if (described !== undefined) setCommands(realm, bot.id, described.commands);
    tellBotOwner(realm, actor, bot, changed);
  },
});

const purposeOf = ({ program, hosts, is_on }: Record<"program" | "hosts" | "is_on", unknown>) =>
  program === undefined && hosts === undefined && is_on === false ? "switch off" : "steer";

/**
 * Not part of Zulip's API: runs a script, the bot's or another one, for a simulated message, and shows what it would
 * do. Has no effects other than requests to other servers.
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

/** Not part of Zulip's API: whether the server runs bot scripts. */
export const hostedBotsSlice = stateSlice({
  types: ["realm_bot"],
  collect: ({ realm, actor }) => ({ server_runs_bots: actor !== null && realm.config.runsBots }),
});
