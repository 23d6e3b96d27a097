import { expect, test } from "vitest";
import { organization } from "../../../../support/organization.ts";

test("[register 2] a queue with a narrow gets messages that match it, and all other events", async () => {
  const { owner } = await organization();
  const queue = await owner.queue({
    narrow: [
      ["stream", "general"],
      ["topic", "Tides"],
    ],
  });
  await owner.ok(owner.post("/messages", { type: "channel", to: "general", topic: "ships", content: "no" }));
  const { id } = await owner.ok(
    owner.post("/messages", { type: "channel", to: "general", topic: "tides", content: "yes" }),
  );
  const messages = (await queue.events()).filter(({ type }) => type === "message");
  expect(messages.map(({ message }) => message.id)).toEqual([id]);
});

test.each([
  [[["near", "3"]], "Operator near not supported."],
  [[["is", "followed"]], "Operator is:followed not supported."],
  [[["stream"]], "narrow[0]"],
  [[["stream", "general", "x"]], "narrow[0] is not length 2"],
  ["stream", "narrow is not valid JSON"],
  [["stream"], "narrow[0] is not a list"],
])("[register 2] a queue with the narrow %j is refused", async (narrow, msg) => {
  const { owner } = await organization();
  const { status, body } = await owner.post("/register", { narrow });
  expect([status, body.code]).toEqual([400, "BAD_REQUEST"]);
  expect(body.msg).toContain(msg);
});
