import { describe, expect, it } from "vitest";
import { shortLink } from "../../../src/web/model/formatting/short-link.ts";

const linkifier = (more: object) => ({
  id: 1,
  pattern: "#(?P<id>[0-9]+)",
  url_template: "https://tickets.example/{id}",
  example_input: "#7",
  reverse_template: "#{id}",
  alternative_url_templates: ["https://old.example/show?ticket={id}"],
  ...more,
});
const repository = linkifier({
  pattern: "(?P<org>[a-z]+)/(?P<repo>[a-z]+)#(?P<id>[0-9]+)",
  url_template: "https://git.example/{org}/{repo}/issues/{id}",
  reverse_template: "{org}/{repo}#{id}",
  alternative_url_templates: [],
});
const braces = linkifier({
  pattern: String.raw`\{(?P<id>[a-z ]+)\}`,
  url_template: "https://b.example/{id}/again/{id}",
  reverse_template: "{{{id}}}",
});
const withoutWayBack = linkifier({ url_template: "https://tickets.example/{id}", reverse_template: null });
const operators = linkifier({ url_template: "https://o.example/{+id}", alternative_url_templates: [] });
const unknownHere = linkifier({ pattern: String.raw`\Q#\E(?P<id>[0-9]+)`, url_template: "https://q.example/{id}" });
const all = [withoutWayBack, linkifier({}), repository, braces, operators, unknownHere];

describe("shortLink returns the linkifier's short form of", () => {
  it.each([
    ["https://tickets.example/42", "#42"],
    ["https://old.example/show?ticket=42", "#42"],
    ["https://git.example/boats/oars/issues/7", "boats/oars#7"],
    ["https://b.example/a%20b/again/a%20b", "{a b}"],
  ])("%s", (address, short) => expect(shortLink(address, all)).toBe(short));
});

describe("shortLink leaves an address unchanged", () => {
  it.each([
    ["that matches no linkifier", "https://other.example/42"],
    ["with text after the match", "https://tickets.example/42/edit"],
    ["whose short form would not be a link", "https://tickets.example/abc"],
    ["whose variables differ", "https://b.example/a/again/b"],
    ["that is encoded incorrectly", "https://b.example/%E0/again/%E0"],
    ["that matches a template with operators", "https://o.example/7"],
    ["that matches a pattern that the browser cannot compile", "https://q.example/7"],
    ["that is too long", `https://tickets.example/${"1".repeat(200)}`],
  ])("%s", (_, address) => expect(shortLink(address, all)).toBeUndefined());
});
