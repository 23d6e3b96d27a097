import { PhoneHouse } from "../../test/process/support/phone-house.ts";
import type { Measure } from "../measure.ts";

const MESSAGES = 200;

/** The time from the response for a sent message until its push reaches a fake push service. */
export const measure: Measure = {
  name: "pushes",
  about: "from a message's answer to its push at the push service",
  async run(bench) {
    const house = new PhoneHouse();
    try {
      await house.start();
      const person = await house.owner.invite("Ada");
      const phone = await house.ringingPhoneOf(person);
      const waits: number[] = [];
      for (let count = 1; count <= (bench.settings.quick ? 5 : MESSAGES); count++) {
        bench.progress(`message ${count}`);
        waits.push(await house.ring(phone, person));
      }
      waits.sort((a, b) => a - b);
      const at = (share: number) => waits[Math.ceil(waits.length * share) - 1] ?? Number.NaN;
      bench.report({ name: "from answer to arrival, median", value: at(0.5), unit: "ms" });
      bench.report({ name: "from answer to arrival, p99", value: at(0.99), unit: "ms" });
    } finally {
      await house.stop();
    }
  },
};
