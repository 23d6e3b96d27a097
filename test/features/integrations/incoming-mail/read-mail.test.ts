import { describe, expect, test } from "vitest";
import { topicOfSubject } from "../../../../src/features/integrations/incoming-mail/mail-topic.ts";
import { readMail, UnreadableMail } from "../../../../src/features/integrations/incoming-mail/read-mail.ts";
import { textOfMail } from "../../../../src/features/integrations/incoming-mail/text-of-mail.ts";
import { forms } from "./samples/forms.ts";
import { programs } from "./samples/programs.ts";
import { lines, type MailSample } from "./samples/sample.ts";

const PLAIN = { showsSender: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };
const bytesOf = (raw: MailSample["raw"]) => (typeof raw === "string" ? new TextEncoder().encode(raw) : raw);

test.each([...programs, ...forms].map((sample) => [sample.name, sample] as const))(
  "[6] what becomes of %s",
  async (_, { raw, topic, content, files = [], isAutomatic = false }) => {
    const mail = await readMail(bytesOf(raw));
    expect({
      topic: topicOfSubject(mail.subject),
      content: textOfMail(mail, PLAIN),
      files: mail.files.map(({ name, type }) => `${name} ${type}`),
      isAutomatic: mail.isAutomatic,
    }).toEqual({ topic, content, files, isAutomatic });
  },
);

describe("an address asks for", () => {
  const raw = lines(
    "From: Una <una@x.example>",
    "Subject: Re: Tea",
    'Content-Type: multipart/alternative; boundary="a"',
    "",
    "--a",
    "Content-Type: text/plain",
    "",
    "Plain.",
    "",
    "On Mon, 5 Jan 2026, Mia wrote:",
    "> Which tea?",
    "",
    "-- ",
    "Una",
    "--a",
    "Content-Type: text/html",
    "",
    "<p><i>Rich</i>.</p>",
    "--a--",
  );

  test.each([
    ["the sender", { showsSender: true }, "From: Una <una@x.example>\nPlain."],
    ["quoted mail", { keepsQuotes: true }, "Plain.\n\nOn Mon, 5 Jan 2026, Mia wrote:\n> Which tea?"],
    ["the footer", { keepsFooter: true }, "Plain.\n\n-- \nUna"],
    ["HTML", { prefersHtml: true }, "*Rich*."],
  ])("%s", async (_, options, content) => {
    expect(textOfMail(await readMail(bytesOf(raw)), { ...PLAIN, ...options })).toBe(content);
  });

  test("the sender, whose name mentions nobody", async () => {
    const mail = await readMail(bytesOf(lines('From: "@**all** *x*" <a@x.example>', "Subject: x", "", "Text")));
    expect(textOfMail(mail, { ...PLAIN, showsSender: true })).toBe(
      "From: \\@\\*\\*all\\*\\* \\*x\\* <a@x.example>\nText",
    );
  });
});

describe("a mail is refused that has", () => {
  test.each([
    ["parts within too many parts", nested(200)],
    ["too many parts", `Content-Type: multipart/mixed; boundary=x\r\n\r\n${"--x\r\n\r\n".repeat(30_000)}`],
    ["too many lines", "\r\n".repeat(460_000)],
    ["headers that are too long", `Subject: ${"x".repeat(300_000)}\r\n\r\ntext`],
  ])("%s", async (_, raw) => {
    await expect(readMail(bytesOf(raw))).rejects.toThrow(UnreadableMail);
  });

  function nested(depth: number): string {
    const heads = Array.from(
      { length: depth },
      (_, index) => `Content-Type: multipart/mixed; boundary="b${index}"\r\n\r\n--b${index}\r\n`,
    );
    return `Subject: deep\r\n${heads.join("")}\r\ntext`;
  }
});
