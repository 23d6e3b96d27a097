import * as v from "valibot";
import { action } from "../../../api/endpoint.ts";
import { text } from "../../../api/parameter.ts";
import { feature } from "../../../feature.ts";
import { badRequest } from "../../../protocol/errors.ts";
import { accessUser } from "../../organization/accounts/access.ts";
import { settingsOf } from "../../organization/accounts/accounts.ts";
import { changeOwnSettings } from "../../people/user-settings/user-settings.ts";

const dark = { name: "Dark theme", change: { color_scheme: 2 }, back: "light" } as const;
const light = { name: "Light theme", change: { color_scheme: 3 }, back: "dark" } as const;
const fluid = { name: "Full width", change: { fluid_layout_width: true }, back: "fixed-width" } as const;
const fixed = { name: "Fixed width", change: { fluid_layout_width: false }, back: "fluid-width" } as const;

const settingCommands = new Map(
  Object.entries({ dark, night: dark, light, day: light, "fluid-width": fluid, "fixed-width": fixed }),
);

/** Runs a command typed in a web client in place of a message. */
const runCommandEndpoint = action({
  route: "POST /zcommand",
  params: { command: text("name") },
  reply: { msg: v.string() },
  run({ realm, actor, params: { command } }) {
    if (!command.startsWith("/")) throw badRequest("There should be a leading slash in the zcommand.");
    const name = command.slice(1).trim();
    // Clients send this to measure the latency.
    if (name === "ping") return { msg: "" };
    const wanted = settingCommands.get(name);
    if (wanted === undefined) throw badRequest(`No such command: ${name}`);
    const current: Readonly<Record<string, unknown>> = settingsOf(realm, actor.user_id);
    if (Object.entries(wanted.change).every(([setting, value]) => current[setting] === value)) {
      return { msg: `${wanted.name} is on already.` };
    }
    changeOwnSettings(realm, accessUser(realm, actor, actor.user_id), wanted.change);
    return { msg: `${wanted.name} is on now. Type \`/${wanted.back}\` to go back.` };
  },
});

/** Commands that web clients accept in place of a message, such as `/dark`. */
export const commands = feature({ name: "commands", endpoints: [runCommandEndpoint] });
