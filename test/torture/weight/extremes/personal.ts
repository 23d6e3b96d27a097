import { callApi } from "../call-api.ts";
import type { Extreme } from "../extreme.ts";

const DRAFTS = 2000;
const AT_A_TIME = 50;
const LONG = "d".repeat(10_000);

/** Drafts beyond an account's limits are refused. The others are part of each registration. */
export const personal: readonly Extreme[] = [
  {
    name: "2,000 drafts of 10,000 characters",
    async run({ mel, channel, trial }) {
      const draft = { type: "stream", to: [channel], topic: "later", content: LONG };
      const drafts = Array.from({ length: AT_A_TIME }, () => draft);
      for (let count = 0; count < (trial.isBrief ? DRAFTS / 5 : DRAFTS); count += AT_A_TIME) {
        await callApi(mel, ["POST", "/drafts"], { drafts }, [200, 400]);
      }
      await callApi(mel, ["GET", "/drafts"], {});
      await Promise.all(Array.from({ length: 8 }, () => callApi(mel, ["POST", "/register"], {})));
    },
  },
];
