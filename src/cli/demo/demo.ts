import { Site } from "../import/site.ts";
import { demoArchive } from "./demo-archive.ts";
import { furnish } from "./furnish.ts";
import { runStockBot } from "./stock-bot.ts";
import { YOU } from "./story.ts";
import { languageOf, textsIn } from "./texts.ts";

/** An invented organization to look at Parley with, in the language of whoever starts it. */
export function createDemo(environment: NodeJS.ProcessEnv) {
  const language = languageOf(environment);
  const say = textsIn(language);
  return {
    organization: { name: say("organization"), fullName: YOU.name, email: YOU.email, locale: language },

    /**
     * Fills the organization if it has just been created, and has its bot answer.
     *
     * @param address where the server listens @param credentials of the owner, as `EMAIL:KEY`
     */
    async begin(address: string, credentials: string, isNew: boolean): Promise<void> {
      const site = new Site(new URL(address), credentials);
      if (isNew) await furnish(site, await demoArchive(say, new Date()));
      void runStockBot(site, say);
    },
  };
}
