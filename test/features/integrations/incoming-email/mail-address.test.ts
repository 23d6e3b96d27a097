import { describe, expect, test } from "vitest";
import { readMailPattern } from "../../../../src/config/mail-pattern.ts";
import { channelAddress, readMailAddress } from "../../../../src/features/integrations/incoming-email/mail-address.ts";
import { fromBase32, toBase32 } from "../../../../src/features/integrations/incoming-email/reply-tokens.ts";

const TOKEN = "abcdefghijklmnop234567ab";
const pattern = (text: string) => {
  const read = readMailPattern(text);
  if (read === undefined) throw new Error(`no pattern: ${text}`);
  return read;
};
const OURS = pattern("%s@in.example.org");

test.each(["", "x@y", "%s", "%s@", "%s%s@x.example", "%s@%s.example", "a b%s@x.example", "%s@x@y"])(
  "readMailPattern rejects %j",
  (text) => expect(readMailPattern(text)).toBe(undefined),
);

test.each([
  ["tea", "%s@in.example.org", `tea.${TOKEN}.show-sender@in.example.org`],
  ["Tea & Cake!", "%s@in.example.org", `tea-cake.${TOKEN}.show-sender@in.example.org`],
  ["Чай", "%s@in.example.org", `${TOKEN}.show-sender@in.example.org`],
  ["!!!", "%s@in.example.org", `${TOKEN}.show-sender@in.example.org`],
  ["a name that is much too long", "%s@in.example.org", `a-name-that-is-much.${TOKEN}.show-sender@in.example.org`],
  ["tea", "chat+%s@example.org", `chat+tea.${TOKEN}.show-sender@example.org`],
  [
    "tea",
    "a-long-name-for-all-of-the-mail+%s@x.example",
    `a-long-name-for-all-of-the-mail+${TOKEN}.show-sender@x.example`,
  ],
])("channelAddress returns the address of the channel %s for the pattern %s", (name, text, address) =>
  expect(channelAddress(pattern(text), name, TOKEN)).toBe(address),
);

describe("readMailAddress", () => {
  const none = { showsSender: false, keepsFooter: false, keepsQuotes: false, prefersHtml: false };

  test.each([
    [`${TOKEN}@in.example.org`, none],
    [`tea.${TOKEN}@in.example.org`, none],
    [` <Tea+${TOKEN.toUpperCase()}+Show-Sender@IN.example.ORG> `, { ...none, showsSender: true }],
    [`tea.${TOKEN}.include-footer.include-quotes@in.example.org`, { ...none, keepsFooter: true, keepsQuotes: true }],
    [`${TOKEN}.prefer-html@in.example.org`, { ...none, prefersHtml: true }],
    [`${TOKEN}.prefer-html.prefer-text.what@in.example.org`, none],
    [
      `${TOKEN}.from.footer.quotes.html@in.example.org`,
      { ...none, showsSender: true, keepsFooter: true, keepsQuotes: true, prefersHtml: true },
    ],
  ])("reads %s", (address, options) =>
    expect(readMailAddress(OURS, address)).toEqual({ kind: "channel", token: TOKEN, options }),
  );

  test.each([
    "",
    "@in.example.org",
    "tea@in.example.org",
    `${TOKEN}@example.org`,
    `${TOKEN}x@in.example.org`,
    "x".repeat(9999),
  ])("rejects %s", (address) => expect(readMailAddress(OURS, address)).toBe(undefined));

  test("reads the reply address of an email notification", () => {
    const token = `mm${"a".repeat(40)}`;
    expect(readMailAddress(OURS, `${token}@in.example.org`)).toEqual({ kind: "reply", token, options: none });
  });
});

test("fromBase32 restores the bytes that toBase32 encoded", () => {
  for (let length = 0; length < 40; length += 1) {
    const bytes = crypto.getRandomValues(new Uint8Array(length));
    expect(fromBase32(toBase32(bytes))).toEqual(bytes);
  }
  expect(fromBase32("a1")).toBe(undefined);
});
