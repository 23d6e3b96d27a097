import { randomBytes } from "node:crypto";
import type { World } from "../load/world.ts";

const IN_A_BATCH = 50;
const WORDS = "much was said here ".repeat(10);

/** Adds messages and files that only the owner sees, so that exporting takes a while. */
export async function fill({ owner }: World, isBrief: boolean): Promise<void> {
  const channel = await owner.channel("archive", [owner]);
  for (let batch = 0; batch < (isBrief ? 4 : 10); batch += 1) {
    const messages = Array.from({ length: IN_A_BATCH }, (_, index) => {
      return { sender: owner.id, to: channel, topic: "t", content: `fill${batch * IN_A_BATCH + index} ${WORDS}` };
    });
    await owner.ok(owner.post("/testing/messages", { messages }));
  }
  for (let index = 0; index < (isBrief ? 3 : 6); index += 1) {
    const form = new FormData();
    form.append("file", new Blob([randomBytes(isBrief ? 1_000_000 : 6_000_000)]), `fill${index}.bin`);
    await owner.ok(owner.send("POST", "/user_uploads", form));
  }
}
