import { expect, test } from "vitest";
import { Browser, browserOf } from "../../../support/browser.ts";
import { startCall } from "../../../support/calls.ts";
import { makeChannel } from "../../../support/channels.ts";
import { realm } from "../../../support/organization.ts";

test("[security 28.8] a call's link leads readers to its message, and logged-out users to the login and back", async () => {
  const { iris, noah, mia } = await realm();
  const den = await makeChannel(iris, "den", [iris, noah], { invite_only: true });
  const called = await startCall(noah, { type: "channel", to: den, topic: "tea time" });
  const direct = await startCall(noah, { type: "direct", to: [iris.id] });
  const path = `/call/${called.call_id}`;
  const leads = async (browser: Browser, to: string) => {
    const { status, headers } = await browser.fetch("GET", to);
    return [status, headers.get("Location"), headers.get("Cache-Control")];
  };

  const reader = await browserOf(noah.host, iris.email);
  const place = `/#narrow/channel/${den}/topic/tea.20time/near/${called.message_id}`;
  expect(await leads(reader, path)).toEqual([302, place, "no-store"]);
  const people = [iris.id, noah.id].sort((a, b) => a - b).join(",");
  const conversation = `/#narrow/dm/${people}-dm/near/${direct.message_id}`;
  expect(await leads(reader, `/call/${direct.call_id}`)).toEqual([302, conversation, "no-store"]);

  // Without a login, the response doesn't reveal whether the call exists.
  const stranger = new Browser(noah.host);
  for (const asked of [path, "/call/123456789012345"])
    expect(await leads(stranger, asked)).toEqual([302, `/login/?next=${encodeURIComponent(asked)}`, "no-store"]);

  const other = await browserOf(noah.host, mia.email);
  const answers = [];
  for (const asked of [path, "/call/123456789012345", "/call/..%2fme", `/call/${"9".repeat(5000)}`]) {
    const refused = await other.fetch("GET", asked, {}, { Accept: "text/html" });
    answers.push([refused.status, (await refused.text()).replaceAll(asked, "")]);
  }
  expect(answers[0]?.[0]).toBe(404);
  expect(answers.slice(1, 2)).toEqual([answers[0]]);
  expect(answers.slice(2).map(([status]) => status)).toEqual([404, 400]);
});
