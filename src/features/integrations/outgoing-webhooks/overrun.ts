import * as v from "valibot";
import { messageIdSchema, userIdSchema } from "../../../protocol/ids.ts";
import type { JobContext } from "../../../realm/job.ts";
import { findUser } from "../../organization/accounts/accounts.ts";
import { OVERRUN } from "./call-queue.ts";
import { writeFailure } from "./failure.ts";

export const overrunSchema = v.object({ bot: userIdSchema, message: messageIdSchema });

/** Posts as a bot, after the message itself, that the queue for its service was full. */
export function notifyOfOverrun({ realm }: JobContext, of: v.InferOutput<typeof overrunSchema>): void {
  const bot = findUser(realm, of.bot);
  if (bot?.is_active !== 1) return;
  realm.change(() => writeFailure(realm, { bot, message: of.message, said: "Bot is unavailable", problem: OVERRUN }));
}
