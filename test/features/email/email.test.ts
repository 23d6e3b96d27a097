import { describe, expect, test } from "vitest";
import { compose } from "../../../src/features/email/compose.ts";
import { html } from "../../../src/html-pages/html.ts";
import { changeUser } from "../../support/log-in.ts";
import { mailsTo, visitPage } from "../../support/mail.ts";
import { OWNER_PASSWORD, PASSWORD, realm } from "../../support/organization.ts";

const LETTER = { to: "nina@example.com", subject: "Hello", paragraphs: ["One.", "Two."] };

describe("an email", () => {
  test("has the same content as text and as HTML", () => {
    const mail = compose({ ...LETTER, link: { label: "Join", url: "https://a.example/x?a=1&b=2" } }, "me@example.com");
    expect(mail).toEqual({
      from: "me@example.com",
      to: "nina@example.com",
      subject: "Hello",
      text: "One.\n\nTwo.\n\nJoin:\nhttps://a.example/x?a=1&b=2\n",
      html: expect.stringMatching(/<p>One.*<p>Two.*<a href="https:\/\/a\.example\/x\?a=1&amp;b=2"[^>]*>Join<\/a>/s),
      headers: { "Auto-Submitted": "auto-generated", "X-Parley-Letter": "1" },
    });
  });

  test("escapes names in its HTML, and has a subject of one line", () => {
    const mail = compose({ ...LETTER, subject: "Hi\r\nBcc: x@y", paragraphs: ["<script>alert(1)</script>"] }, "a@b");
    expect(mail.subject).toBe("Hi Bcc: x@y");
    expect(mail.html).not.toContain("<script");
  });
});

test("an HTML template escapes its values, except nested templates", () => {
  const inner = html`<b>${"&"}</b>`;
  expect(html`<p title="${`"'<`}">${inner}${[inner, inner]}${null}${undefined}${7}</p>`.text).toBe(
    '<p title="&quot;&#39;&lt;"><b>&amp;</b><b>&amp;</b><b>&amp;</b>7</p>',
  );
});

describe("an email's language", () => {
  test("is the organization's for recipients without an account", async () => {
    const { iris } = await realm();
    await iris.ok(iris.patch("/realm", { default_language: "de" }));
    await iris.ok(iris.post("/invites", { invitee_emails: "nina@example.org", stream_ids: [] }));
    const [letter] = await mailsTo(iris, "nina@example.org");
    expect([letter?.subject, letter?.text]).toEqual([
      "Iris Owner hat dich zu Test eingeladen",
      expect.stringMatching(/läuft ab am \w+, \d+\. \p{L}+ \d{4} um \d\d:\d\d \(UTC\)\./u),
    ]);
  });

  test("is the account's for users", async () => {
    const { iris, noah, mia } = await realm();
    for (const who of [noah, mia]) await who.ok(who.patch("/settings", { default_language: "de-CH" }));
    await noah.ok(noah.patch("/settings", { email: "noah@third.example", old_password: PASSWORD }));
    expect((await mailsTo(iris, "noah@third.example"))[0]?.subject).toBe(
      "Bestätige deine neue E-Mail-Adresse für Test",
    );
    await changeUser(iris, noah, { new_email: "noah@elsewhere.example" });
    expect((await mailsTo(iris, noah.email))[0]?.text).toMatch(/deines Kontos .* Iris Owner hat sie geändert\. /);
    await iris.ok(iris.delete(`/users/${mia.id}`, { deactivation_notification_comment: "Bye." }));
    expect((await mailsTo(iris, mia.email))[0]?.subject).toBe("Dein Konto bei Test wurde deaktiviert");
    // A user without a language, or with an unsupported one, gets English.
    await iris.ok(
      iris.patch("/settings", {
        default_language: "it",
        email: "iris@elsewhere.example",
        old_password: OWNER_PASSWORD,
      }),
    );
    expect((await mailsTo(iris, "iris@elsewhere.example"))[0]?.subject).toBe("Confirm your new email address for Test");
  });
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
