import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { lightened } from "../../../../src/features/integrations/incoming-mail/large-parts.ts";
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

describe("a large mail", () => {
  const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 7919) >> 3);
  const coded = (
    Buffer.from(bytes)
      .toString("base64")
      .match(/.{1,76}/g) ?? []
  ).join("\r\n");
  const part = (type: string, ...rest: string[]) =>
    lines("--a", `Content-Type: ${type}`, "Content-Transfer-Encoding: base64", ...rest, "", coded);
  const mailOf = (...parts: string[]) =>
    bytesOf(
      lines("From: Una <una@x.example>", "Subject: Tea", 'Content-Type: multipart/mixed; boundary="a"', "").concat(
        ...["\r\n", lines("--a", "Content-Type: text/plain", "", "Look!"), "\r\n", ...parts.map((one) => `${one}\r\n`)],
        "--a--\r\n",
      ),
    );
  const pdf = part("application/pdf; name=a.pdf", "Content-Disposition: attachment;", "\tfilename=a.pdf");
  const csv = part("text/csv", "Content-Disposition: attachment; filename=b.csv");

  test("is read with its attachments, which its parser never sees, while others have their turns", async () => {
    const raw = mailOf(pdf, csv);
    expect(lightened(raw, "token").rest.length).toBeLessThan(1000);
    let [turns, isOver] = [0, false];
    const others = (async () => {
      for (; !isOver; turns += 1) await scheduler.wait(0);
    })();
    const { text, files } = await readMail(raw);
    isOver = true;
    await others;
    expect([text.trim(), files.map(({ name, size }) => [name, size])]).toEqual([
      "Look!",
      [
        ["a.pdf", bytes.length],
        ["b.csv", bytes.length],
      ],
    ]);
    for (const file of files) expect(Buffer.from(await file.arrayBuffer()).equals(bytes)).toBe(true);
    expect(turns).toBeGreaterThan(3);
  });

  test("that has a mail within it is read as it is", async () => {
    const within = lines("From: Mia <mia@x.example>", "Content-Type: multipart/mixed; boundary=b", "");
    const message = `${within}\r\n${pdf.replace("--a", "--b")}\r\n--b--`;
    const raw = mailOf(`${lines("--a", "Content-Type: message/rfc822", "")}\r\n${message}`, csv);
    const { files } = await readMail(raw);
    expect(files.map(({ name }) => name)).toEqual(["message.eml", "b.csv"]);
    const inner = (await files[0]?.text()) ?? "";
    // The parser ends lines in its own way.
    expect(inner.replaceAll("\r", "").includes(coded.slice(0, 10_000).replaceAll("\r", ""))).toBe(true);
    expect(files[1]?.size).toBe(bytes.length);
  });
});
