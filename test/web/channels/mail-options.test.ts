import { expect, test } from "vitest";
import { readMailAddress } from "../../../src/features/integrations/incoming-email/mail-address.ts";
import { addressWith, MAIL_OPTIONS } from "../../../src/web/views/channels/mail-options.ts";

const TOKEN = "abcdefghijklmnop234567ab";
const GIVEN = `tea.${TOKEN}.show-sender@in.example.org`;

test.each([
  [[], `tea.${TOKEN}@in.example.org`],
  [["show-sender"], GIVEN],
  [["include-quotes", "prefer-html"], `tea.${TOKEN}.include-quotes.prefer-html@in.example.org`],
  [[...MAIL_OPTIONS], `tea.${TOKEN}.from.quotes.footer.html@in.example.org`],
] as const)("addressWith creates an address that the server can read, with the options %j", (options, address) => {
  expect(addressWith(GIVEN, options)).toBe(address);
  const read = readMailAddress({ before: "", after: "@in.example.org" }, address);
  expect(read?.options).toEqual({
    showsSender: options.some((one) => one === "show-sender"),
    keepsQuotes: options.some((one) => one === "include-quotes"),
    keepsFooter: options.some((one) => one === "include-footer"),
    prefersHtml: options.some((one) => one === "prefer-html"),
  });
});
