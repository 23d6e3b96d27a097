import { ask } from "../ask.ts";
import type { Kind } from "../kind.ts";

const DRAFTS = 2000;
const AT_A_TIME = 50;
const LONG = "d".repeat(10_000);

/** What is beyond an account's stock is refused; the rest is told at each registration. */
export const personal: readonly Kind[] = [
  {
    name: "2,000 drafts of 10,000 characters",
    async run({ mel, channel, trial }) {
      const draft = { type: "stream", to: [channel], topic: "later", content: LONG };
      const drafts = Array.from({ length: AT_A_TIME }, () => draft);
      for (let count = 0; count < (trial.isBrief ? DRAFTS / 5 : DRAFTS); count += AT_A_TIME) {
        await ask(mel, ["POST", "/drafts"], { drafts }, [200, 400]);
      }
      await ask(mel, ["GET", "/drafts"], {});
      await Promise.all(Array.from({ length: 8 }, () => ask(mel, ["POST", "/register"], {})));
    },
  },
];
