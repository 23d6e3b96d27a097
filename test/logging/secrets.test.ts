import { exports } from "cloudflare:workers";
import { expect, test } from "vitest";
import { withoutSecrets } from "../../src/logging/secrets.ts";
import { logLines } from "../support/log-lines.ts";
import { withDatabase, withEnv } from "../support/object.ts";
import { PASSWORD, realm } from "../support/organization.ts";

test("[security 1.4] no log line of many different requests contains a credential, an email address, or user content", async () => {
  const { host, iris, noah } = await realm();
  const lines = logLines();
  const secrets: string[] = [PASSWORD, iris.key, noah.key, iris.email, noah.email];
  await withEnv({ LOG_REQUESTS: "each" }, async () => {
    const login = await noah.ok(noah.post("/fetch_api_key", { username: "noah@example.com", password: PASSWORD }));
    await noah.post("/fetch_api_key", { username: "noah@example.com", password: "a wrong password" });
    secrets.push(login.api_key, "noah@example.com", "a wrong password");

    const queue = await noah.queue();
    const content = "What only some may read";
    await noah.ok(noah.post("/messages", { type: "channel", to: "general", topic: "A topic of theirs", content }));
    await queue.events();
    secrets.push(queue.id, content, "A topic of theirs");

    const { invite_link: link } = await iris.ok(iris.post("/invites/multiuse", {}));
    const { pathname } = new URL(link);
    await exports.default.fetch(`http://${host}${pathname}`, { headers: { Host: host } });
    secrets.push(pathname.split("/").at(-2) ?? "");

    const form = new FormData();
    form.set("file", new File(["private"], "their-secret-plans.txt"));
    const authorization = `Basic ${btoa(`${noah.email}:${noah.key}`)}`;
    const headers = { Host: host, Authorization: authorization };
    const upload = await exports.default.fetch(`http://${host}/api/v1/user_uploads`, {
      method: "POST",
      headers,
      body: form,
    });
    const { url } = await upload.json<{ url: string }>();
    const { url: temporary } = await noah.ok(noah.get(url));
    await exports.default.fetch(`http://${host}${temporary}`, { headers: { Host: host } });
    secrets.push("their-secret-plans", String(temporary).split("/")[3] ?? "");

    await noah.post("/testing/failures", { step: "run" });
    await withDatabase(noah, "refuse", async () => {
      await noah.get("/messages", {
        anchor: "newest",
        num_before: 5,
        num_after: 0,
        narrow: [{ operator: "search", operand: "whispers" }],
      });
    });
    secrets.push("whispers");
  });
  expect(lines.texts.length).toBeGreaterThan(10);
  const told = lines.texts.filter((line) => secrets.some((secret) => line.includes(secret)));
  expect(secrets.filter((secret) => secret.length < 5)).toEqual([]);
  expect(told).toEqual([]);
});

test.each([
  ["no such account: iris@example.com", "no such account: (address)"],
  ["the key aB3dE5gH7jK9mN1pQ3sT5vW7yZ9bC1dE is wrong", "the key (secret) is wrong"],
  [
    "at deliverScheduledMessages (file:///src/deliver.ts:9:22)",
    "at deliverScheduledMessages (file:///src/deliver.ts:9:22)",
  ],
  ["D1_ERROR: no such table: messages", "D1_ERROR: no such table: messages"],
])("the text %s is logged as %s", (text, expected) => {
  expect(withoutSecrets(text)).toBe(expected);
});
