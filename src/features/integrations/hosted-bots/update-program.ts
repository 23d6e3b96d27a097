import { action } from "../../../endpoints/endpoint.ts";
import { boolean, integer, json, optional, text } from "../../../endpoints/parameter.ts";
import { tellBotOwner } from "../../organization/users/actions/bots/tell-owner.ts";
import { setCommands } from "../bot-commands/bot-commands.ts";
import { hostsSchema } from "./allowed-hosts.ts";
import { describedProgram } from "./describe-program.ts";
import { accessHostedBot, checkServerRunsBots, hostedBotOf, setProgram } from "./hosted-bots.ts";

/**
 * No part of Zulip's API: gives a bot its program, the hosts that it may ask, or switches it on or off. A program that does not
 * start is refused; the commands that it names become the bot's.
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
  reply: {},
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
    return {};
  },
});

interface Changes {
  readonly program: string | undefined;
  readonly hosts: readonly string[] | undefined;
  readonly is_on: boolean | undefined;
}

const purposeOf = ({ program, hosts, is_on }: Changes) =>
  program === undefined && hosts === undefined && is_on === false ? "switch off" : "steer";
