import { later } from "../../../parts/later.tsx";
import { webhooksWords } from "../../../words/settings-webhooks-words.ts";
import { LoadFailure } from "../../shell/load-failure.tsx";

/** The page of a bot, which is loaded when somebody opens one. */
export const LaterBotPage = later(
  async () => (await Promise.all([import("./bot-page.tsx"), webhooksWords.load()]))[0].BotPage,
  { Missing: LoadFailure },
);
