import { describe, expect, test } from "vitest";
import { parseXml } from "../../../../src/features/integrations/incoming-webhooks/render/xml.ts";
import { limits } from "../../../../src/protocol/limit-table.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

const { json_depth, xml_nodes } = limits.request;
const nested = (depth: number) => "<a>".repeat(depth) + "</a>".repeat(depth);

describe("parseXml", () => {
  test.each([
    ["<a>text</a>", { a: "text" }],
    ["\uFEFF<?xml version='1.0'?>\n<!-- a <b> --><a/>\n<?end?>", { a: "" }],
    ["<a><b>1</b><c> 2 </c></a>", { a: { b: "1", c: "2" } }],
    ["<a><b>1</b><b>2</b><b><c>3</c></b></a>", { a: { b: ["1", "2", { c: "3" }] } }],
    [`<a id="7" who='A "B"'>x<b/>y</a>`, { a: { "@id": "7", "@who": 'A "B"', b: "", "#text": "xy" } }],
    ["<n:a n:b = '1' ></n:a >", { "n:a": { "@n:b": "1" } }],
    ["<a>&lt;&amp;amp;&gt;&quot;&apos;&#65;&#x1F600;</a>", { a: "<&amp;>\"'A😀" }],
    ["<a><![CDATA[<b>&amp;]]]]><![CDATA[>]]></a>", { a: "<b>&amp;]]>" }],
    ["<a><__proto__>x</__proto__></a>", { a: Object.fromEntries([["__proto__", "x"]]) }],
    [nested(2), { a: { a: "" } }],
  ])("parses %j", (source, value) => expect(parseXml(source)).toEqual(value));

  test.each([
    ["", "empty"],
    ["text", "no element"],
    ["<a>", "unclosed"],
    ["<a><b></a></b>", "crossed"],
    ["<a></a>x", "text after the root"],
    ["<a/><a/>", "two roots"],
    ["<a/><b/>", "two other roots"],
    ["</a>", "only an end"],
    ["<a></a/>", "an end that is empty"],
    ["<a b></a>", "an attribute without a value"],
    ["<a b=1></a>", "an attribute without quotes"],
    ["<a b='1' b='2'/>", "an attribute twice"],
    ["<a b='<'/>", "a tag in an attribute"],
    ["< a/>", "a space before the name"],
    ["<a", "a tag without an end"],
    ["<!-- <a/>", "a comment without an end"],
    ["<a><![CDATA[x</a>", "CDATA without an end"],
    ["<?xml <a/>", "an instruction without an end"],
    ["<a>&nbsp;</a>", "an entity that not all XML has"],
    ["<a>&#0;</a>", "a character that no XML has"],
    ["<a>&#xD800;</a>", "half of a character"],
    ["<a>&#x110000;</a>", "a character beyond the last"],
    ["<a>a & b</a>", "an ampersand alone"],
    ['<!DOCTYPE a SYSTEM "https://example.com/a.dtd"><a/>', "a document type of elsewhere"],
    ['<!DOCTYPE a [<!ENTITY f SYSTEM "file:///etc/passwd">]><a>&f;</a>', "an entity of a file"],
  ])("refuses %j: %s", (source) => expect(parseXml(source)).toBeUndefined());

  test("refuses entities that would expand to gigabytes", () => {
    const levels = Array.from(
      { length: 9 },
      (_, level) => `<!ENTITY l${level + 1} "${`&l${level};`.repeat(10)}">`,
    ).join("");
    expect(parseXml(`<!DOCTYPE l [<!ENTITY l0 "lol">${levels}]><l>&l9;</l>`)).toBeUndefined();
  });

  test("limits depth and number of nodes, without deep recursion", () => {
    expect(parseXml(nested(json_depth))).toBeDefined();
    expect(parseXml(nested(json_depth + 1))).toBeUndefined();
    expect(parseXml(nested(100_000))).toBeUndefined();
    expect(parseXml("<a>".repeat(100_000))).toBeUndefined();
    const children = (count: number) => `<r>${"<a/>".repeat(count)}</r>`;
    expect(parseXml(children(xml_nodes - 1))).toBeDefined();
    expect(parseXml(children(xml_nodes))).toBeUndefined();
    const attributes = Array.from({ length: xml_nodes }, (_, index) => ` a${index}="1"`).join("");
    expect(parseXml(`<r${attributes}/>`)).toBeUndefined();
  });

  test("parses difficult input in linear time", async () => {
    const hard = ["<", "<a ", "<a b", "<a b='", "&", "&#", "<!--", "<![CDATA[", " ", "<a>x", "</", "\n<?"];
    const parse = (size: number) => {
      for (const piece of hard) {
        expect(parseXml(piece.repeat(size / piece.length))).toBeUndefined();
        expect(parseXml(`<a${piece.repeat(size / piece.length)}`)).toBeUndefined();
      }
    };
    expect(await takesLinearTime(parse, limits.request.delivery_bytes)).toBe(true);
  });
});
