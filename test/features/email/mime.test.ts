import fc from "fast-check";
import PostalMime from "postal-mime";
import { expect, test } from "vitest";
import type { Mail } from "../../../src/features/email/compose.ts";
import { mimeOf } from "../../../src/features/email/mime.ts";
import { milliseconds } from "../../../src/util/time.ts";

const STAMP = { id: "aZ09", date: milliseconds(Date.UTC(2026, 10, 22, 9, 8, 7)) };
const MAIL: Mail = {
  from: "Parley <chat@example.org>",
  to: "nina@example.org",
  subject: "Hello",
  text: "One.\n",
  html: "<p>One.</p>",
  headers: { "List-Unsubscribe": "<https://chat.example.org/unsubscribe/x>" },
};

const written = (mail: Partial<Mail>) => mimeOf({ ...MAIL, ...mail }, STAMP);

test("a MIME message is readable by mail clients and always encoded the same", async () => {
  const first = written({ replyTo: "reply+x@in.example.org" });
  expect(first).toBe(written({ replyTo: "reply+x@in.example.org" }));
  expect(first.split("\r\n").slice(0, 9)).toEqual([
    "From: Parley <chat@example.org>",
    "To: nina@example.org",
    "Reply-To: reply+x@in.example.org",
    "Subject: Hello",
    "Date: Sun, 22 Nov 2026 09:08:07 +0000",
    "Message-ID: <aZ09@example.org>",
    "List-Unsubscribe: <https://chat.example.org/unsubscribe/x>",
    "MIME-Version: 1.0",
    'Content-Type: multipart/alternative; boundary="=_aZ09"',
  ]);
  expect(await PostalMime.parse(first)).toMatchObject({
    from: { address: "chat@example.org", name: "Parley" },
    replyTo: [{ address: "reply+x@in.example.org" }],
    messageId: "<aZ09@example.org>",
    text: expect.stringMatching(/^One\.\n+$/),
    html: expect.stringContaining("<p>One.</p>"),
  });
});

test("MIME headers preserve the characters of names, encoded where necessary", async () => {
  for (const name of ["Jörg & Söhne", 'Ann "A" O\'Neil, Inc.', "=?UTF-8?Q?x?=", "名".repeat(60), "a\\b", "A B"]) {
    const from = /["\\,]/.test(name)
      ? `"${name.replace(/["\\]/g, "\\$&")}" <chat@example.org>`
      : `${name} <chat@example.org>`;
    const { from: read, subject } = await PostalMime.parse(written({ from, subject: name }));
    expect([read?.name, read?.address, subject]).toEqual([name, "chat@example.org", name]);
  }
});

test("MIME headers have domain names in ASCII, which every mail server accepts", async () => {
  const mail = written({ to: "nina@müller.example", from: "Parley <chat@größe.example>" });
  expect(mail).toMatch(/^[\t -~\r\n]*$/);
  expect(mail).toContain("\r\nTo: nina@xn--mller-kva.example\r\n");
  expect(mail).toContain("From: Parley <chat@xn--gre-6ka8i.example>\r\n");
  expect(mail).toContain("\r\nMessage-ID: <aZ09@xn--gre-6ka8i.example>\r\n");
});

test("any text survives encoding as short ASCII lines", async () => {
  const text = fc.oneof(fc.string({ unit: "binary", maxLength: 400 }), fc.string({ maxLength: 400 }));
  await fc.assert(
    fc.asyncProperty(text, text, fc.string({ unit: "grapheme", maxLength: 300 }), async (content, more, subject) => {
      const line = subject.replace(/[\p{Cc}\u2028\u2029]+/gu, " ").trim();
      const mail = written({ text: `${content}\n.\n\n${more}`, subject: line });
      expect(mail).toMatch(/^[\t -~\r\n]*$/);
      expect(mail.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      for (const each of mail.split("\r\n")) expect(each.length).toBeLessThanOrEqual(78);
      const read = await PostalMime.parse(mail);
      expect(read.text?.trimEnd()).toBe(`${content}\n.\n\n${more}`.toWellFormed().replace(/\r\n?/g, "\n").trimEnd());
      expect(read.subject ?? "").toBe(line.toWellFormed());
    }),
    { numRuns: 300 },
  );
});
