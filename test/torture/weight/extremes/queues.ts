import { limits } from "../../../../src/protocol/limit-table.ts";
import { Violation } from "../../frame/part.ts";
import { callApi } from "../call-api.ts";
import type { Extreme } from "../extreme.ts";

const LARGE = 60;
const MANY = 1000;
const AT_ONCE = 4;
const WEEK_S = 604_800;

export const queues: readonly Extreme[] = [
  {
    name: "60 registrations for 4 MB of kinds of events",
    async run({ mel, trial }) {
      const event_types = JSON.stringify(Array.from({ length: 400_000 }, (_, index) => `m${index}`));
      for (let count = 0; count < (trial.isBrief ? LARGE / 10 : LARGE); count += 1) {
        await callApi(mel, ["POST", "/register"], { event_types, queue_lifespan_secs: WEEK_S }, [400]);
      }
    },
  },
  {
    name: "1,000 registrations of one account",
    async run({ mel, owner, trial }) {
      const left = Array.from({ length: trial.isBrief ? MANY / 8 : MANY }).values();
      const register = async () => {
        for (const _ of left) await callApi(mel, ["POST", "/register"], { queue_lifespan_secs: WEEK_S });
      };
      await Promise.all(Array.from({ length: AT_ONCE }, register));
      const { queues: alive } = await owner.ok(owner.get("/testing/object"));
      if (alive > limits.account.event_queues) throw new Violation(`${alive} queues are alive`);
    },
  },
];
