import { expect, test } from "vitest";
import { realm } from "../support/organization.ts";

test("a message whose HTML no store would take is refused", async () => {
  const { iris, noah } = await realm();
  const url_template = `https://example.com/${"x".repeat(950)}/{id}`;
  await iris.ok(iris.post("/realm/filters", { pattern: "#(?P<id>[0-9]+)", url_template }));
  const send = (times: number) =>
    noah.post("/messages", { type: "channel", to: "general", topic: "t", content: "#1 ".repeat(times) });
  const { status, body } = await send(1100);
  expect([status, body.code, body.msg]).toEqual([400, "BAD_REQUEST", "Unable to render message"]);
  expect((await send(100)).status).toBe(200);
});
