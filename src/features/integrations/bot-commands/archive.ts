import * as v from "valibot";
import { toUserId } from "../../../protocol/ids.ts";
import { type FeatureArchive, part } from "../../../realm/archive-io/feature-archive.ts";
import { LeftOut, refusalMessage } from "../../../realm/archive-io/writing.ts";
import { importedBotType, isActiveAccount } from "../../organization/accounts/archive-accounts.ts";
import { addCommand, checkMayHaveCommands, commandSchema } from "./bot-commands.ts";

export const commandArchive: FeatureArchive = {
  tables: ["bot_commands"],
  parts: [
    part({
      table: "bot_commands",
      rehearsed: null,
      reading: { from: "bot_commands t", key: ["name"], columns: ["bot_id", "description", "usage"] },
      write(writing, { bot_id, ...row }) {
        const bot = writing.id("user", bot_id);
        if (bot === undefined) return LeftOut.unknownUser;
        const command = v.safeParse(commandSchema, row);
        if (!command.success) return LeftOut.invalid;
        // Deactivating a bot frees its command names.
        if (!isActiveAccount(writing, bot)) return "commands of bots that are deactivated";
        const refusal = refusalMessage(() => {
          checkMayHaveCommands(importedBotType(writing, bot) ?? null);
          addCommand(writing.realm, { bot_id: toUserId(bot), ...command.output });
        });
        return refusal && "commands of bots that the organization does not take";
      },
    }),
  ],
};
