import { createHmac } from "node:crypto";
import { describe, expect, test } from "vitest";
import { configured } from "../../../../src/features/integrations/incoming-webhooks/integration.ts";
import {
  bold,
  capitalized,
  code,
  counted,
  facts,
  fenced,
  joinItems,
  lines,
  link,
  listItem,
  momentOf,
  paragraphs,
  quote,
  quotedTitle,
  spaced,
  time,
  truncate,
  webUrl,
} from "../../../../src/features/integrations/incoming-webhooks/render/compose.ts";
import { matches } from "../../../../src/features/integrations/incoming-webhooks/render/event-filter.ts";
import { MalformedPayload, Payload } from "../../../../src/features/integrations/incoming-webhooks/render/payload.ts";
import { textOfHtml } from "../../../../src/features/integrations/incoming-webhooks/render/text-of-html.ts";
import { isSigned, signatureOf } from "../../../../src/features/integrations/incoming-webhooks/signature.ts";
import { seconds } from "../../../../src/util/time.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

describe("helpers for composing messages", () => {
  test.each([
    [link("a [b] c", "https://x.org/(1)"), "[a [b] c](https://x.org/%281%29)"],
    [link("a ] b", "https://x.org"), "[a ) b](https://x.org)"],
    [link("two\nlines", "https://x.org"), "[two lines](https://x.org)"],
    [link("don`t and ``do``", "https://x.org"), "[don\\`t and \\`\\`do\\`\\`](https://x.org)"],
    [link("a`` b`", "https://x.org"), "[a\\`\\` b\\`](https://x.org)"],
    [link("C:\\temp\\", "https://x.org"), "[C:\\\\temp\\\\](https://x.org)"],
    [link("\\[a] `b`", "https://x.org"), "[\\\\[a] \\`b\\`](https://x.org)"],
    [link("`a` in C:\\temp", "https://x.org"), "[`a` in C:\\temp](https://x.org)"],
    [link("a", "https://x.org/`b`(c)"), "[a](https://x.org/%60b%60%28c%29)"],
    [link("x", "javascript:alert(1)"), "x"],
    [link("", "https://x.org"), "[https://x.org](https://x.org)"],
    [webUrl(`https://x.org/${"a".repeat(3000)}`), undefined],
    [bold("a ** b"), "**a b**"],
    [bold("don`t"), "**don\\`t**"],
    [bold("`a` in C:\\temp"), "**`a` in C:\\temp**"],
    [bold("C:\\temp\\"), "**C:\\\\temp\\\\**"],
    [bold("two\nlines"), "**two lines**"],
    [bold(" "), ""],
    [bold("[a](https://x.org) for @*crew*"), "**\\[a](https://x.org) for \\@*crew***"],
    [quotedTitle("\\[a](https://x.org) for @**Ann**"), "“\\\\\\[a](https://x.org) for \\@**Ann**”"],
    [link("for @_**Ann**", "https://x.org"), "[for \\@_**Ann**](https://x.org)"],
    [textOfHtml('a<img src="https://x.org/1.gif" width="1" height="1"/>b'), "ab"],
    [textOfHtml('a<img style="display: none" src="https://x.org/1.gif">b'), "ab"],
    [textOfHtml('<img src="https://x.org/a.png" width="100">'), "[image](https://x.org/a.png)"],
    [code("a"), "`a`"],
    [code("`a` ``b``"), "``` `a` ``b`` ```"],
    [fenced("a\n~~~~ quote\nb", "quote"), "~~~~~ quote\na\n~~~~ quote\nb\n~~~~~"],
    [quote(" \n"), ""],
    [truncate("abcdef", 4), "abc…"],
    [truncate("🐙🐙🐙", 2), "🐙…"],
    [time("2024-01-02T03:04:05Z"), "<time:2024-01-02T03:04:05Z>"],
    [time(1_700_000_000), "<time:2023-11-14T22:13:20Z>"],
    [time("1700000000000"), "<time:2023-11-14T22:13:20Z>"],
    [time("soon"), "soon"],
    [momentOf("0001-01-01T00:00:00Z"), undefined],
    [counted(1, "commit"), "1 commit"],
    [counted(2, "branch", "branches"), "2 branches"],
    [joinItems([]), ""],
    [joinItems(["a", "b", "c"]), "a, b and c"],
    [joinItems(["a", "b", "c", "d"], 2), "a, b and 2 others"],
    [lines("a", "", false, undefined, "b"), "a\nb"],
    [paragraphs("a", "", "b"), "a\n\nb"],
    [listItem("# a"), "* \\# a"],
    [listItem("- a"), "* \\- a"],
    [listItem("1. a"), "* 1\\. a"],
    [listItem("> a"), "* \\> a"],
    [listItem("~~~ quote"), "* \\~~~ quote"],
    [listItem("``` a"), "* \\``` a"],
    [listItem("```a``` b"), "* ```a``` b"],
    [listItem("#7 -1 *a* 1.5 ~~b~~"), "* #7 -1 *a* 1.5 ~~b~~"],
    [facts({ Priority: "high", Assignee: "" }), "* **Priority**: high"],
    [capitalized("open"), "Open"],
    [spaced("in_progress"), "in progress"],
    [configured("GitHub", "ann"), "GitHub webhook has been successfully configured by ann."],
  ])("%j equals %j", (made, expected) => expect(made).toEqual(expected));
});

describe("Payload", () => {
  test("keeps a long URL whole, or returns only the text if the URL is too long for a link", () => {
    const url = `https://prometheus.example.com/graph?g0.expr=${"a".repeat(1900)}`;
    expect(link("source", new Payload({ url: ` ${url}\n` }).line("url"))).toBe(`[source](${url})`);
    expect(link("source", new Payload({ url: `${url}${"a".repeat(2000)}` }).line("url"))).toBe("source");
  });

  const payload = new Payload({ a: { b: [{ c: "x\n y" }, 2] }, n: "12", t: true, empty: "", none: null });

  test("finds fields by path", () => {
    expect(payload.line("a.b.0.c")).toBe("x y");
    expect(new Payload(`${"x ".repeat(300)}`).line("")).toMatch(/^(?:x ){249}x…$/);
    expect(payload.text("a.b.0.c")).toBe("x\n y");
    expect(payload.list("a.b").map(({ value }) => value)).toEqual([{ c: "x\n y" }, 2]);
    expect(payload.number("n")).toBe(12);
    expect(payload.is("t")).toBe(true);
    expect([payload.has("empty"), payload.has("none"), payload.has("a.b")]).toEqual([false, false, true]);
    expect(payload.oneOf(["empty", "none", "n"])).toBe("12");
    expect(payload.fields("a").map(([name]) => name)).toEqual(["b"]);
    expect(payload.text("constructor.name", "own")).toBe("own");
  });

  test.each([
    ["a.b.0.d", "a.b.0.d is missing"],
    ["a.b", "a.b is not text"],
    ["none", "none is not text"],
  ])("reports the problem of %s", (path, problem) => {
    expect(() => payload.text(path)).toThrow(new MalformedPayload(path, problem.slice(path.length + 1)));
    expect(() => payload.at("a").at("x").text("y")).toThrow("a.x.y is missing");
  });
});

test.each([
  ["push", "push", true],
  ["push", "p*", true],
  ["push", "*s*", true],
  ["push", "pus?", true],
  ["push", "[op]ush", true],
  ["push", "[!a-o]ush", true],
  ["push", "[!a-z]ush", false],
  ["push", "pus", false],
  ["pull_request", "pull_*t", true],
  ["a".repeat(500), `${"*a".repeat(200)}b`, false],
  ["[x", "[x", true],
])("matches(%s, %s) is %s", (text, pattern, expected) => expect(matches(text, pattern)).toBe(expected));

test("matches takes linear time for a pattern of opening brackets", async () => {
  expect(await takesLinearTime((length) => matches("main", "[".repeat(length)), 20_000)).toBe(true);
});

describe("[webhooks 1] a signature", () => {
  const body = '{"a":"ü"}';
  const now = seconds(1_700_000_000);
  const hmac = (text: string, encoding: "hex" | "base64" = "hex", hash = "sha256") =>
    createHmac(hash, "secret").update(text).digest(encoding);
  const signed = (headers: Record<string, string>, form?: Parameters<typeof signatureOf>[1], secret = "secret") =>
    isSigned(signatureOf({ headers: new Headers(headers), query: new Map(), body, form: null }, form), secret, now);
  const stripe = { by: "hmac", header: "Stripe-Signature", time: { field: "t" }, signed: "{time}.{body}" } as const;
  const slack = {
    by: "hmac",
    header: "X-Slack-Signature",
    time: { header: "X-Slack-Request-Timestamp" },
    signed: "v0:{time}:{body}",
  } as const;

  test("is verified in GitHub's form", () => {
    expect(signed({ "X-Hub-Signature-256": `sha256=${hmac(body)}` })).toBe(true);
    expect(signed({ "X-Hub-Signature-256": `sha256=${hmac(`${body} `)}` })).toBe(false);
    expect(signed({ "X-Hub-Signature-256": `sha256=${hmac(body)}` }, undefined, "other")).toBe(false);
    expect(signed({})).toBe(false);
    expect(signed({ "X-Hub-Signature-256": "" })).toBe(false);
  });

  test("is verified in Stripe's form, at most five minutes before or after its time", () => {
    const at = (time: number) => ({ "Stripe-Signature": `t=${time},v1=aa,v1=${hmac(`${time}.${body}`)},v0=bb` });
    const accepted = [-301, -300, 0, 300, 301].map((later) => signed(at(now + later), stripe));
    expect(accepted).toEqual([false, true, true, true, false]);
    expect(signed({ "Stripe-Signature": `v1=${hmac(`.${body}`)}` }, stripe)).toBe(false);
  });

  test("is verified in Slack's form", () => {
    const time = "1700000000";
    const signature = `v0=${hmac(`v0:${time}:${body}`)}`;
    expect(signed({ "X-Slack-Signature": signature, "X-Slack-Request-Timestamp": time }, slack)).toBe(true);
    expect(signed({ "X-Slack-Signature": signature }, slack)).toBe(false);
    expect(signed({ "X-Slack-Signature": signature, "X-Slack-Request-Timestamp": "x" }, slack)).toBe(false);
  });

  test("may be base64-encoded, use another hash, or be the secret itself", () => {
    const form = { by: "hmac", header: "X", hash: "sha1", encoding: "base64" } as const;
    expect(signed({ X: hmac(body, "base64", "sha1") }, form)).toBe(true);
    expect(signed({ X: "secret" }, { by: "token", header: "X" })).toBe(true);
    expect(signed({ X: "secret " }, { by: "token", header: "X" }, "secre")).toBe(false);
  });
});
