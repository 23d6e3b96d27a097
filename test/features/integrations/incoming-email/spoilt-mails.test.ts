import { expect, test } from "vitest";
import { htmlToMarkdown } from "../../../../src/features/integrations/incoming-email/html/html-to-markdown.ts";
import { readMail, UnreadableMail } from "../../../../src/features/integrations/incoming-email/read-mail.ts";
import { textOfMail } from "../../../../src/features/integrations/incoming-email/text-of-mail.ts";
import { code, fenced } from "../../../../src/features/integrations/incoming-webhooks/render/compose.ts";
import { makeChannel } from "../../../support/channels.ts";
import { handOver, mailAddressOf, rawMail, withMailIn } from "../../../support/incoming-mail.ts";
import { realm } from "../../../support/organization.ts";
import { cutAnywhere, spoilt } from "../../../support/spoilt-bytes.ts";
import { forms } from "./samples/forms.ts";
import { programs } from "./samples/programs.ts";

const PLAIN = { showsSender: true, keepsFooter: false, keepsQuotes: false, prefersHtml: true };
const bytesOf = (raw: string | Uint8Array) => (typeof raw === "string" ? new TextEncoder().encode(raw) : raw);

test("readMail reads or refuses corrupted emails, and its result is never larger than its input", async () => {
  let read = 0;
  for (const [index, { raw }] of [...programs, ...forms].entries()) {
    const whole = bytesOf(raw);
    for (const bytes of [...cutAnywhere(whole, 5), ...spoilt(whole, 15, index)]) {
      try {
        const mail = await readMail(bytes);
        // Text grows because it is formatted, quoted and escaped.
        expect(textOfMail(mail, PLAIN).length).toBeLessThan(10 * bytes.length + 200);
        const files = mail.files.reduce((sum, { size }) => sum + size, 0);
        expect(files).toBeLessThanOrEqual(2 * bytes.length);
        read += 1;
      } catch (error) {
        if (!(error instanceof UnreadableMail)) throw error;
      }
    }
  }
  expect(read).toBeGreaterThan(100);
});

test.each([
  ["code", `<code>${"` ".repeat(200_000)}`],
  ["fences", `<pre>${"```\n".repeat(120_000)}`],
  ["code in a list", `<ul><li><code>${"` ".repeat(200_000)}`],
])("htmlToMarkdown bounds the text of HTML with very many runs of %s", (_, html) => {
  expect(htmlToMarkdown(html).length).toBeLessThan(400_000);
});

test.each([["`"], ["``` "]])("code and fenced can quote text with many runs of %s", (run) => {
  const text = `${run} `.repeat(300_000);
  expect(code(text).startsWith("`".repeat(run.trim().length + 1))).toBe(true);
  expect(fenced(`${run}\n`.repeat(300_000), "").startsWith("~~~")).toBe(true);
});

// Each enclosing element reads the text again.
test.each([
  ["a link", "<a href='http://x.example'>", "[x] ", 250_000],
  ["a heading", "<h1><b>", "a ", 250_000],
  ["code", "<code>", "` ", 250_000],
  ["a table", "<table><tr><td>", "a ", 250_000],
  ["preformatted text", "<pre>", "a ", 250_000],
  // List items are indented.
  ["a list", "<ul><li>", "<br>a", 900_000],
])("htmlToMarkdown bounds the text of HTML in which %s is nested a hundred times", (_, tags, text, most) => {
  expect(htmlToMarkdown(tags.repeat(140) + text.repeat(400_000 / text.length)).length).toBeLessThan(most);
});

test("htmlToMarkdown ignores nesting beyond a fixed depth", () => {
  expect(htmlToMarkdown(`${"<s>".repeat(140)}x`)).toBe(`${"~~".repeat(40)}x${"~~".repeat(40)}`);
});

test("[security 15.14] an email made to break parsers is accepted or refused for good, never redelivered", async () => {
  const { iris } = await realm();
  const channel = await makeChannel(iris, "tea", [iris]);
  await withMailIn(iris, async () => {
    const address = await mailAddressOf(iris, channel);
    const html = `<code>${"` ".repeat(200_000)}</code>`;
    const marked = rawMail({ Subject: "x", "Content-Type": "text/html" }, html.replace(/.{900}/g, "$&\n"));
    expect(await handOver(address, marked)).toMatchObject({ status: 200, body: { outcome: "posted" } });
    for (const raw of spoilt(bytesOf(programs[0]?.raw ?? ""), 25, 7)) {
      expect([200, 400], new TextDecoder().decode(raw)).toContain((await handOver(address, raw)).status);
    }
  });
});
