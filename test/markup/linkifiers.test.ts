import { describe, expect, it } from "vitest";
import { linkifierProblem, topicLinks } from "../../src/markup/index.ts";
import { expandUrlTemplate, isUrlTemplate } from "../../src/markup/render/url-template.ts";
import { limits } from "../../src/protocol/limit-table.ts";
import { render } from "../support/markup.ts";

const ticket = { id: 1, pattern: "#(?P<id>[0-9]+)", url_template: "https://t.example/{id}" };
const issue = { id: 2, pattern: "(?P<key>[A-Z]+)-(?P<n>[0-9]+)", url_template: "https://j.example/{key}/{n}" };

describe("links in topics", () => {
  it.each([
    ["none", "a topic", []],
    ["a linkifier", "fix #12", [["#12", "https://t.example/12"]]],
    [
      "two matches in order",
      "AB-1 #12",
      [
        ["AB-1", "https://j.example/AB/1"],
        ["#12", "https://t.example/12"],
      ],
    ],
    [
      "adjacent matches",
      "#1 #2",
      [
        ["#1", "https://t.example/1"],
        ["#2", "https://t.example/2"],
      ],
    ],
    ["an address", "see https://a.example/b", [["https://a.example/b", "https://a.example/b"]]],
    ["a bare domain links to https", "see a.com/b.", [["a.com/b", "https://a.com/b"]]],
    [
      "a linkifier takes precedence over a URL",
      "https://a.example/ #1",
      [
        ["https://a.example/", "https://a.example/"],
        ["#1", "https://t.example/1"],
      ],
    ],
    ["an email address is not a link", "a@b.com", []],
    ["a URL within a word is not a link", "a#12", []],
    ["a javascript URL is not a link", "javascript:alert(1)", []],
  ])("%s", (_name, topic, links) => {
    expect(topicLinks(topic, [ticket, issue])).toEqual(links.map(([text, url]) => ({ text, url })));
  });

  it("use the earlier linkifier if matches overlap", () => {
    const longer = { id: 3, pattern: "#(?P<id>[0-9]+)-(?P<n>[0-9]+)", url_template: "https://l.example/{id}/{n}" };
    expect(topicLinks("#1-2", [ticket, longer])).toEqual([{ text: "#1", url: "https://t.example/1" }]);
    expect(topicLinks("#1-2", [longer, ticket])).toEqual([{ text: "#1-2", url: "https://l.example/1/2" }]);
  });
});

describe("linkifier patterns", () => {
  it.each([
    ["a plain pattern", "#(?P<id>[0-9]+)", "https://t.example/{id}", true],
    ["several groups", "(?P<a>x)(?P<b>y)", "https://t.example/{a}{?b}", true],
    ["no group", "help", "https://t.example/help", true],
    ["Unicode classes", "(?P<a>\\pL+)", "https://t.example/{a}", true],
    ["bounded repetition", "(?P<a>[a-z]{2,40})", "https://t.example/{a}", true],
    ["a missing bracket", "(?P<a>x", "https://t.example/{a}", false],
    ["lookahead", "(?=a)b", "https://t.example/", false],
    ["lookbehind", "(?<=a)b", "https://t.example/", false],
    ["a back reference", "(a)\\1", "https://t.example/", false],
    ["repetition that compiles to too large a program", "(?P<a>(x{1000}){1000})", "https://t.example/{a}", false],
    ["a variable without a group", "a", "https://t.example/{b}", false],
    ["a group without a variable", "(?P<a>x)", "https://t.example/", false],
    ["a broken template", "(?P<a>x)", "https://t.example/{a", false],
    ["a template with spaces", "(?P<a>x)", "https://t.example/{ a }", false],
  ])("%s", (_name, pattern, template, usable) => {
    expect(linkifierProblem(pattern, template) === undefined).toBe(usable);
  });

  it.each(["(a+)+$", "(a|aa)+$", "(a*)*b", "(.*a){12}", "(?:a?){20}a{20}"])(
    "nested repetition as in %s takes linear time",
    async (pattern) => {
      const names = { linkifiers: [{ id: 1, pattern: `(?P<x>${pattern})`, url_template: "https://t.example/{x}" }] };
      expect((await render("a".repeat(5000), names)).html).toContain("<p>");
    },
  );

  it.each([0, 1, 2, 100, 500])(
    "a linkifier that is cut short keeps the links found so far: after %i words",
    async (words) => {
      const linkifiers = [{ id: 3, pattern: "(?P<a>x)( .*y)?", url_template: "https://l.example/{a}" }];
      const { html } = await render(`${"z ".repeat(words)}${"x ".repeat(4000)}`, { linkifiers });
      expect(html).toContain("https://l.example/x");
    },
  );

  it("many linkifiers that each reread a long text are stopped together, but a single one is not", async () => {
    const greedy = { id: 3, pattern: "(?P<a>x)( .*y)?", url_template: "https://l.example/{a}" };
    const text = `${"z ".repeat(2000)}${"x ".repeat(2500)}#1`;
    const link = '<a href="https://t.example/1">#1</a>';
    expect((await render(text, { linkifiers: [greedy, ticket] })).html).toContain(link);
    const many = Array.from({ length: 299 }, (_, at) => ({ ...greedy, id: at, pattern: `(?P<a>[z${at}])( .*y)?` }));
    expect((await render(text, { linkifiers: [...many, ticket] })).html).not.toContain(link);
  });

  it("the maximum number of ordinary linkifiers work in a long message", async () => {
    const linkifiers = Array.from({ length: limits.organization.linkifiers }, (_, at) => ({
      id: at,
      pattern: `T${at}-(?P<n>[0-9]+)`,
      url_template: `https://t${at}.example/{n}`,
    }));
    const words = "T1 and T-2 of 4-5. ".repeat(500);
    const html = (await render(`${words} **T0-1** T299-2`, { linkifiers })).html;
    for (const link of ["https://t0.example/1", "https://t299.example/2"]) expect(html).toContain(link);
  });

  it("a linkifier with a broken pattern matches nothing", async () => {
    const names = { linkifiers: [{ id: 1, pattern: "(", url_template: "https://t.example/{" }, ticket] };
    expect((await render("( #1", names)).html).toBe('<p>( <a href="https://t.example/1">#1</a></p>');
  });
});

/** The examples of RFC 6570 for string values. */
describe("URI templates", () => {
  const values = {
    var: "value",
    hello: "Hello World!",
    path: "/foo/bar",
    empty: "",
    x: "1024",
    y: "768",
    half: "50%",
    base: "http://example.com/home/",
    semi: ";",
    v: "6",
    who: "fred",
  };
  it.each([
    ["{var}", "value"],
    ["{hello}", "Hello%20World%21"],
    ["{half}", "50%25"],
    ["O{empty}X", "OX"],
    ["O{undef}X", "OX"],
    ["{x,y}", "1024,768"],
    ["{x,hello,y}", "1024,Hello%20World%21,768"],
    ["?{x,empty}", "?1024,"],
    ["?{x,undef}", "?1024"],
    ["{var:3}", "val"],
    ["{var:30}", "value"],
    ["{+var}", "value"],
    ["{+hello}", "Hello%20World!"],
    ["{+half}", "50%25"],
    ["{base}index", "http%3A%2F%2Fexample.com%2Fhome%2Findex"],
    ["{+base}index", "http://example.com/home/index"],
    ["up{+path}{var}/here", "up/foo/barvalue/here"],
    ["{+path:6}/here", "/foo/b/here"],
    ["{#var}", "#value"],
    ["{#hello}", "#Hello%20World!"],
    ["{#path,x}/here", "#/foo/bar,1024/here"],
    ["foo{#empty}", "foo#"],
    ["foo{#undef}", "foo"],
    ["{.who,who}", ".fred.fred"],
    ["X{.empty}", "X."],
    ["X{constructor}", "X"],
    ["{/var,x}/here", "/value/1024/here"],
    ["{/var:1,var}", "/v/value"],
    ["{;x,y,empty}", ";x=1024;y=768;empty"],
    ["{;v,undef,who}", ";v=6;who=fred"],
    ["{?x,y}", "?x=1024&y=768"],
    ["{?x,y,empty}", "?x=1024&y=768&empty="],
    ["{&x}", "&x=1024"],
    ["?fixed=yes{&x,y}", "?fixed=yes&x=1024&y=768"],
    ["{semi:2}", "%3B"],
  ])("%s", (template, expanded) => {
    expect(isUrlTemplate(template)).toBe(true);
    expect(expandUrlTemplate(template, values)).toBe(expanded);
  });

  it.each(["{", "}", "{a", "a}", "{a}}", "{{a}}", "{}", "{a,}", "{=a}", "{a b}", "{a:0}", "{a:b}"])(
    "%s is invalid",
    (template) => {
      expect(isUrlTemplate(template)).toBe(false);
    },
  );
});
