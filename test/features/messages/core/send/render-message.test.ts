import { expect, test } from "vitest";
import { makeChannel, outcome } from "../../../../support/channels.ts";
import { eventsDuring } from "../../../../support/events-during.ts";
import { realm } from "../../../../support/organization.ts";
import type { Person } from "../../../../support/person.ts";

const render = async (who: Person, content: string): Promise<string> =>
  (await who.ok(who.post("/messages/render", { content }))).rendered;

test("[messages 9] POST /messages/render sends nothing", async () => {
  const { noah } = await realm();
  expect(await eventsDuring([noah], () => render(noah, "@**all** hello"))).toEqual([[]]);
  expect(await outcome(noah.post("/messages/render"))).toBe("REQUEST_VARIABLE_MISSING: Missing 'content' argument");
});

test("[messages 9] POST /messages/render resolves visible names, and checks no mention permission", async () => {
  const { iris, noah, mia } = await realm();
  const open = await makeChannel(iris, "open", [iris]);
  await makeChannel(iris, "closed", [iris], { invite_only: true });
  expect(await render(noah, `**x** @**Mia Example|${mia.id}**`)).toBe(
    `<p><strong>x</strong> <span class="user-mention" data-user-id="${mia.id}">@Mia Example</span></p>`,
  );
  expect(await render(noah, "#**open**")).toContain(`data-stream-id="${open}"`);
  expect(await render(noah, "#**closed**")).not.toContain("data-stream-id");
  expect(await render(iris, "#**closed**")).toContain("data-stream-id");
  expect(await render(noah, "@**all**")).toContain('data-user-id="*"');
  expect(await render(noah, "")).toBe("");
});
