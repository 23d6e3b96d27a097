import { describe, expect, test } from "vitest";
import { compose } from "../../../src/features/mail/compose.ts";
import { html } from "../../../src/http/html.ts";
import { mailsTo, visitPage } from "../../support/mail.ts";
import { realm } from "../../support/organization.ts";

const LETTER = { to: "nina@example.com", subject: "Hello", paragraphs: ["One.", "Two."] };

describe("an email", () => {
  test("has the same content as text and as HTML", () => {
    const mail = compose({ ...LETTER, link: { label: "Join", url: "https://a.example/x?a=1&b=2" } }, "me@example.com");
    expect(mail).toEqual({
      from: "me@example.com",
      to: "nina@example.com",
      subject: "Hello",
      text: "One.\n\nTwo.\n\nJoin:\nhttps://a.example/x?a=1&b=2\n",
      html: expect.stringContaining('<p><a href="https://a.example/x?a=1&amp;b=2">Join</a></p>'),
    });
  });

  test("escapes names in its HTML, and has a subject of one line", () => {
    const mail = compose({ ...LETTER, subject: "Hi\r\nBcc: x@y", paragraphs: ["<script>alert(1)</script>"] }, "a@b");
    expect(mail.subject).toBe("Hi Bcc: x@y");
    expect(mail.html).not.toContain("<script");
  });
});

test("values in an HTML template are escaped, except HTML", () => {
  const inner = html`<b>${"&"}</b>`;
  expect(html`<p title="${`"'<`}">${inner}${[inner, inner]}${null}${undefined}${7}</p>`.text).toBe(
    '<p title="&quot;&#39;&lt;"><b>&amp;</b><b>&amp;</b><b>&amp;</b>7</p>',
  );
});

describe("a developer's mailbox", () => {
  test("shows the newest email first, with its text escaped", async () => {
    const { iris, omar, host } = await realm();
    await iris.ok(iris.patch("/realm", { name: "<img src=x onerror=alert(1)>" }));
    const invite = (invitee_emails: string) => omar.ok(omar.post("/invites", { invitee_emails, stream_ids: [] }));
    await invite("first@example.org");
    await invite("second@example.org");
    await mailsTo(iris, "second@example.org");
    const page = await visitPage(host, "/dev/mail");
    const text = await page.text();
    expect(page.status).toBe(200);
    expect(page.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(text.indexOf("second@example.org")).toBeLessThan(text.indexOf("first@example.org"));
    expect(text).not.toContain("<img src=x");
    expect(text).toMatch(/<a href="http:\/\/[^"]+\/join\/[A-Za-z0-9]{32}\/">/);
  });
});
