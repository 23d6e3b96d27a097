import { Random } from "../../process/support/random.ts";
import { type Part, Violation } from "../frame/part.ts";
import { walk } from "./walk.ts";

const WALKS = { brief: 500, long: 10_000 };
const MAX_STEPS = 30;

/** Random event streams, clients and networks, without a server. */
export const streams: Part = {
  name: "streams",
  share: 1,
  briefRounds: 1,
  async run({ random, isBrief, log }) {
    const walks = isBrief ? WALKS.brief : WALKS.long;
    let steps = 0;
    for (let count = 0; count < walks; count++) {
      const seed = random.below(2 ** 31);
      try {
        steps += await walk(new Random(seed), 1 + random.below(MAX_STEPS));
      } catch (error) {
        if (error instanceof Violation) log(`walk ${count}, seed ${seed}`);
        throw error;
      }
    }
    log(`${walks} walks, ${steps} steps`);
  },
};
