import { exports } from "cloudflare:workers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { makeChannel } from "../../../support/channels.ts";
import {
  handOver,
  mailAddressOf,
  newestMessages,
  rawMail,
  receive,
  SECRET,
  withMailIn,
} from "../../../support/incoming-mail.ts";
import { logLines } from "../../../support/log-lines.ts";
import { withEnv } from "../../../support/object.ts";
import { realm } from "../../../support/organization.ts";
import { forms } from "./samples/forms.ts";
import { programs } from "./samples/programs.ts";

describe("an email from a mail server", () => {
  test("is accepted only with the deployment's secret", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const mail = rawMail({ Subject: "x" }, "x");
      for (const Authorization of ["", "Bearer", "Bearer x", `Bearer ${SECRET}x`, `Basic ${SECRET}`]) {
        expect(await handOver(address, mail, { Authorization })).toMatchObject({ status: 401 });
      }
      await withEnv({ MAIL_IN_SECRET: "" }, async () => {
        expect(await handOver(address, mail)).toMatchObject({ status: 404 });
        expect(await handOver(address, mail, { Authorization: "Bearer " })).toMatchObject({ status: 404 });
        expect(await receive(address, mail)).toBe(undefined);
      });
      await withEnv({ MAIL_IN: "" }, async () => {
        expect(await handOver(address, mail)).toMatchObject({ status: 404 });
        expect(await receive(address, rawMail({}, "y"))).toBe("5.1.1 Bad destination mailbox address");
      });
      const got = await exports.default.fetch("http://localhost/mail/in");
      expect(got.status).toBe(405);
      await got.body?.cancel();
    });
  });

  test("is refused before its content is read if the address is invalid", async () => {
    const { iris } = await realm();
    await withMailIn(iris, async () => {
      for (const to of [
        "",
        "x",
        "tea@in.example.org",
        `${"a".repeat(24)}@in.example.org`,
        `${"7".repeat(24)}@in.example.org`,
        `mm${"a".repeat(40)}@in.example.org`,
        `mm${"7".repeat(60)}@in.example.org`,
        "tea@elsewhere.example",
      ]) {
        expect(await handOver(to, "x".repeat(100)), to).toMatchObject({ status: 404 });
        expect(await receive(to, "x"), to).toBe("5.1.1 Bad destination mailbox address");
      }
      const missing = await exports.default.fetch("http://localhost/mail/in", {
        method: "POST",
        headers: { Authorization: `Bearer ${SECRET}` },
        body: "x",
      });
      expect(missing.status).toBe(400);
      await missing.body?.cancel();
    });
  });

  test("is refused if it is too large or unreadable", async () => {
    const { iris } = await realm();
    const channel = await makeChannel(iris, "tea", [iris]);
    await withMailIn(iris, async () => {
      const address = await mailAddressOf(iris, channel);
      const large = new Uint8Array(26_214_401).fill(65);
      expect(await handOver(address, large)).toMatchObject({ status: 413, body: { msg: "5.3.4 Message too big" } });
      const bad = `Subject: ${"x".repeat(300_000)}\r\n\r\ntext`;
      expect(await handOver(address, bad)).toMatchObject({ status: 400, body: { msg: /^5\.6\.0 / } });
      expect(await receive(address, bad)).toMatch(/^5\.6\.0 /);
    });
  });
});

test("the log never contains addresses or texts of emails", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "tea", [iris]);
  await withMailIn(iris, async () => {
    const address = await mailAddressOf(iris, channel);
    await iris.ok(iris.delete(`/streams/${channel}/email_address`));
    const said = logLines();
    await handOver(address, rawMail({ Subject: "quiet" }, "hush"));
    await receive(address, rawMail({ Subject: "quiet" }, "hush"));
    const bad = `Subject: ${"x".repeat(300_000)}\r\n\r\nhush`;
    await handOver(await mailAddressOf(iris, channel), bad);
    await receive(await mailAddressOf(iris, channel), bad);
    expect(said.of("mail_not_taken").map(({ code }) => code)).toEqual(["5.6.0", "5.6.0"]);
    expect(said.texts.join("\n")).not.toMatch(/quiet|hush|\b[a-z2-7]{24}\b|in\.example/);
  });
});

test("randomly corrupted emails are accepted or refused, and never cause an error", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "tea", [iris]);
  const samples = [...programs, ...forms].map(({ raw }) =>
    typeof raw === "string" ? new TextEncoder().encode(raw) : raw,
  );
  const changed = fc
    .tuple(
      fc.nat(samples.length - 1),
      fc.nat(samples.length - 1),
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 12 }),
      fc.nat(2000),
    )
    .map(([one, other, changes, cut]) => {
      const bytes = Uint8Array.from([...(samples[one] ?? []).slice(0, cut), ...(samples[other] ?? [])]);
      for (const [at, byte] of changes) if (bytes.length > 0) bytes[at % bytes.length] = byte;
      return bytes;
    });
  await withMailIn(iris, async () => {
    const address = (await mailAddressOf(iris, channel)).replace("show-sender", "from.html.quotes.footer");
    const { readMail, UnreadableMail } = await import(
      "../../../../src/features/integrations/incoming-email/read-mail.ts"
    );
    const { textOfMail } = await import("../../../../src/features/integrations/incoming-email/text-of-mail.ts");
    await fc.assert(
      fc.asyncProperty(fc.oneof(changed, fc.uint8Array({ maxLength: 400 })), fc.boolean(), async (bytes, html) => {
        const options = { showsSender: true, keepsFooter: false, keepsQuotes: false, prefersHtml: html };
        const mail = await readMail(bytes).catch((error) => {
          if (!(error instanceof UnreadableMail)) throw error;
        });
        if (mail !== undefined) expect(textOfMail(mail, options).trim()).not.toBe("");
      }),
      { numRuns: 1000 },
    );
    await fc.assert(
      fc.asyncProperty(changed, async (bytes) => {
        expect((await handOver(address, bytes)).status).toBeLessThan(500);
      }),
      { numRuns: 40 },
    );
    expect((await newestMessages(iris, 5)).length).toBe(5);
  });
});
