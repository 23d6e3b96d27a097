import { expect, test } from "vitest";
import { organization } from "../../support/organization.ts";

test("a new organization's owner can register a queue", async () => {
  const { owner } = await organization();
  const queue = await owner.queue();
  expect(queue.state.queue_id).toMatch(/^[0-9a-f-]{36}$/);
  expect(queue.state.realm_name).toBe("Test");
  expect(await queue.events()).toEqual([]);
});
