import { Buffer } from "node:buffer";
import { describe, expect, test } from "vitest";
import { lightened } from "../../../../src/features/integrations/incoming-email/light-mail.ts";
import { topicOfSubject } from "../../../../src/features/integrations/incoming-email/mail-topic.ts";
import {
  type ReadMail,
  readMail,
  UnreadableMail,
} from "../../../../src/features/integrations/incoming-email/read-mail.ts";
import { textOfMail } from "../../../../src/features/integrations/incoming-email/text-of-mail.ts";
import { spoilt } from "../../../support/spoilt-bytes.ts";
import { turnsDuring } from "../../../support/turns.ts";
import { forms } from "./samples/forms.ts";
import { programs } from "./samples/programs.ts";
import { lines, type MailSample } from "./samples/sample.ts";

const PLAIN = { showsSender: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };
const bytesOf = (raw: MailSample["raw"]) => (typeof raw === "string" ? new TextEncoder().encode(raw) : raw);

test.each([...programs, ...forms].map((sample) => [sample.name, sample] as const))(
  "[6] readMail converts %s",
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

describe("an address can request", () => {
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

  test("the sender, with mentions in their name escaped", async () => {
    const mail = await readMail(bytesOf(lines('From: "@**all** *x*" <a@x.example>', "Subject: x", "", "Text")));
    expect(textOfMail(mail, { ...PLAIN, showsSender: true })).toBe(
      "From: \\@\\*\\*all\\*\\* \\*x\\* <a@x.example>\nText",
    );
  });
});

describe("readMail refuses an email with", () => {
  test.each([
    ["too deeply nested parts", nested(200)],
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

describe("a large email", () => {
  const bytes = new Uint8Array(3_000_000).map((_, at) => (at * 7919) >> 3);
  const coded = inLines(Buffer.from(bytes).toString("base64"));
  const quoted = inLines(Buffer.from(bytes).toString("hex").replace(/../g, "=$&"), "=\r\n", 75);
  const line = "tea at the harbour\r\n";
  const part = (type: string, ...rest: string[]) => lines("--a", `Content-Type: ${type}`, ...rest);
  const base64 = "Content-Transfer-Encoding: base64";
  const mailOf = (...parts: string[]) =>
    bytesOf(
      lines("From: Una <una@x.example>", "Subject: Tea", 'Content-Type: multipart/mixed; boundary="a"', "").concat(
        ...["\r\n", part("text/plain", "", "Look!"), "\r\n", ...parts.map((one) => `${one}\r\n`), "--a--\r\n"],
      ),
    );
  const pdf = part(
    "application/pdf; name=a.pdf",
    base64,
    "Content-Disposition: attachment;",
    "\tfilename=a.pdf",
    "",
    coded,
  );
  const forwarded = part(
    ...["message/rfc822", "", "From: Mia <mia@x.example>", "Content-Type: multipart/mixed; boundary=b", ""],
    `${pdf.replace("--a", "--b")}\r\n--b--`,
  );

  function inLines(text: string, end = "\r\n", most = 76): string {
    return (text.match(new RegExp(`.{1,${most}}`, "g")) ?? []).join(end);
  }

  test.each([
    ["in base64", pdf, "a.pdf"],
    [
      "in base64 with padding on each line",
      pdf.replaceAll(/.{72}\r\n/g, (all) => `${Buffer.from(all, "base64").toString("base64")}\r\n`),
      "a.pdf",
    ],
    [
      "in quoted-printable",
      part("image/png; name=a.png", "Content-Transfer-Encoding: Quoted-Printable", "", quoted),
      "a.png",
    ],
  ])("with a file %s is parsed from a small part of it, and yields to other tasks", async (_, file, name) => {
    const raw = mailOf(file, file.replaceAll(name, `b${name}`));
    expect(lightened(raw, "token").rest.length).toBeLessThan(1000);
    let mail: ReadMail | undefined;
    const turns = await turnsDuring(async () => {
      mail = await readMail(raw);
    });
    expect([mail?.text.trim(), mail?.files.map((one) => [one.name, one.size])]).toEqual([
      "Look!",
      [
        [name, bytes.length],
        [`b${name}`, bytes.length],
      ],
    ]);
    for (const one of mail?.files ?? []) expect(Buffer.from(await one.arrayBuffer()).equals(bytes)).toBe(true);
    expect(turns).toBeGreaterThan(20);
  });

  test.each([
    ["unencoded files", part("text/csv; name=a.csv", "", line.repeat(100_000)), 2_000_000 - 2],
    ["a calendar", part("text/calendar; name=a.ics; charset=utf-8", "", line.repeat(100_000)), 2_000_000 - 2],
    ["an attached email", forwarded, 4_000_000],
  ])("with %s is parsed from a small part of it", async (_, file, least) => {
    const raw = mailOf(file, pdf);
    expect(lightened(raw, "token").rest.length).toBeLessThan(1000);
    const [first, second] = (await readMail(raw)).files;
    expect(first?.size).toBeGreaterThanOrEqual(least);
    expect(Buffer.from(raw).includes(Buffer.from((await first?.arrayBuffer()) ?? new ArrayBuffer(1)))).toBe(true);
    expect(second?.size).toBe(bytes.length);
  });

  test.each([
    ["a text", lines("Subject: x", "", "").concat(line.repeat(400_000))],
    ["HTML", lines("Content-Type: text/html", "", "").concat("<p>tea &amp; more</p>\r\n".repeat(300_000))],
    ["a text in base64", lines(base64, "", inLines(Buffer.from(line.repeat(200_000)).toString("base64")))],
    ["many small texts", new TextDecoder().decode(mailOf(`${part("text/plain", "", "tea")}\r\n`.repeat(5000)))],
    ["content outside its parts", new TextDecoder().decode(mailOf()).concat(line.repeat(100_000))],
    [
      "many small files",
      new TextDecoder().decode(
        mailOf(part("image/png; name=a.png", base64, "", coded.slice(0, 4000), "").repeat(1000)),
      ),
    ],
  ])("of %s is parsed from a small part of it", async (_, raw) => {
    const whole = bytesOf(raw);
    expect(lightened(whole, "token").rest.length).toBeLessThan(2_100_000);
    const mail = await readMail(whole);
    expect(mail.files.length).toBeLessThanOrEqual(20);
  });

  test("has at most as many files as a message can have, and reports that there are more", async () => {
    const file = part("image/png; name=a.png", base64, "", coded.slice(0, 4000), "");
    for (const [count, hasMore] of [
      [20, false],
      [21, true],
    ] as const) {
      const { files, hasMoreFiles } = await readMail(mailOf(file.repeat(count)), true);
      expect([files.length, hasMoreFiles]).toEqual([20, hasMore]);
    }
  });

  test("is read the same as if it were parsed whole, even if it is corrupted", async () => {
    const shown = async (raw: Uint8Array, isLarge: boolean) => {
      const { files, ...mail } = await readMail(raw, isLarge);
      // The parser normalizes line endings.
      const inside = async (file: File) => (await file.text()).replaceAll("\r", "").trimEnd();
      return { ...mail, files: await Promise.all(files.map(async (one) => [one.name, one.type, await inside(one)])) };
    };
    let [read, refused] = [0, 0];
    for (const [index, { raw }] of [...programs, ...forms].entries()) {
      const whole = bytesOf(raw);
      expect(await shown(whole, true)).toEqual(await shown(whole, false));
      for (const changed of spoilt(whole, 12, index)) {
        const expected = await shown(changed, false).catch((error: unknown) => error);
        const found = await shown(changed, true).catch((error: unknown) => error);
        if (found instanceof UnreadableMail) refused += 1;
        else {
          expect(found, new TextDecoder().decode(changed)).toEqual(expected);
          read += 1;
        }
      }
    }
    expect(read).toBeGreaterThan(150);
    expect(refused).toBeLessThan(read / 20);
  });
});
