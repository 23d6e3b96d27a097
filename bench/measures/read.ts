import { median } from "../load/closed-loop.ts";
import type { Measure } from "../measure.ts";

const COUNTS = [10, 5000];

/** Messages are marked as read by id. */
export const measure: Measure = {
  name: "read",
  about: "10 and 5,000 messages are marked as read",
  async run(bench) {
    const { server, organization } = await bench.stage({ of: "largest" });
    const [, reader = server.owner] = organization.people;
    const { messages } = await server.call<{ messages: { id: number }[] }>(
      "GET",
      "/messages",
      {
        anchor: "newest",
        num_before: bench.settings.quick ? 200 : 5000,
        num_after: 0,
        narrow: [["channels", "public"]],
      },
      reader,
    );
    const all = messages.map(({ id }) => id);
    for (const count of COUNTS) {
      const ids = all.slice(-count);
      const mark = async (op: string) => {
        const start = performance.now();
        await server.call("POST", "/messages/flags", { messages: ids, op, flag: "read" }, reader);
        return performance.now() - start;
      };
      const times: number[] = [];
      for (let round = 0; round <= bench.settings.rounds; round++) {
        bench.progress(`${count} messages, round ${round}`);
        await mark("remove");
        times.push(await mark("add"));
      }
      bench.report({ name: `${ids.length.toLocaleString("en")} messages`, value: median(times.slice(1)), unit: "ms" });
    }
  },
};
