import { expect, test } from "vitest";
import { attachmentsText } from "../../src/converters/shared/attachments.ts";
import { blocksText } from "../../src/converters/slack/slack-blocks.ts";
import { type SlackNames, slackText, unescaped } from "../../src/converters/slack/slack-text.ts";

const names: SlackNames = {
  user: (id, label) => (id === "U1" ? "@**Iris**" : id === "U2" ? "@**Omar|12**" : `@${label || id}`),
  channel: (id, label) => (id === "C1" ? "#**harbour**" : `#${label || id}`),
  group: (id, label) => (id === "S1" ? "@*crew*" : `@${(label || id).replace(/^@/, "")}`),
  strange: () => undefined,
};

test.each([
  ["plain words", "plain words"],
  ["<@U1>, <@U2|omar>: ask <@U9>", "@**Iris**, @**Omar|12**: ask @U9"],
  ["<#C1> and <#C1|old-name> and <#C9|gone>", "#**harbour** and #**harbour** and #gone"],
  ["<!here> <!channel> <!everyone>", "@**all** @**all** @**all**"],
  ["<!subteam^S1|@pilots> <!subteam^S2>", "@*crew* @S2"],
  ["<!date^1392734382^{date}|18 February>", "18 February"],
  ["<https://example.org/a_b_c|the *plan*>", "[the *plan*](https://example.org/a_b_c)"],
  ["<https://example.org/a_b_c>", "https://example.org/a_b_c"],
  ["<https://example.org/?a=1&amp;b=2|q>", "[q](https://example.org/?a=1&b=2)"],
  ["<https://example.org/x(1)|odd ]>", "[odd )](https://example.org/x%281%29)"],
  ["<mailto:iris@example.org|iris@example.org>", "iris@example.org"],
  ["<mailto:iris@example.org>", "iris@example.org"],
  ["*bold* _italic_ ~gone~", "**bold** *italic* ~~gone~~"],
  ["*_both_*, (*b*)! and _*both*_", "***both***, (**b**)! and ***both***"],
  ["*<https://example.org|here>*", "**[here](https://example.org)**"],
  ["2*3*4 snake_case_name a~b~c", "2*3*4 snake_case_name a~b~c"],
  ["* a list\n* of two", "* a list\n* of two"],
  ["*not\nbold*", "*not\nbold*"],
  ["`*code* <https://example.org> :smile: &lt;b&gt;`", "`*code* https://example.org :smile: <b>`"],
  ["see ```const a = *b* &amp;&amp; c```", "see \n```\nconst a = *b* && c\n```"],
  ["```\na\n```\nafter", "```\na\n```\nafter"],
  ["```one ~~~~ line```", "```\none ~~~~ line\n```"],
  ["&gt; said\nanswer", "> said\n\nanswer"],
  ["&gt; one\n&gt; two\n\nanswer", "> one\n> two\n\nanswer"],
  [":smile: :thumbsup::skin-tone-3: :shipit: 10:30:45", ":big_smile: :+1: :shipit: 10:30:45"],
  ["&amp;lt; is &lt;", "&lt; is <"],
  ["5 &lt; 6 &gt; 4", "5 < 6 > 4"],
  ["<@U1", "<@U1"],
  ["\uE0000\uE001 <https://example.org|x>", "0 [x](https://example.org)"],
])("the Slack text %j becomes %j", (text, markdown) => expect(slackText(text, names)).toBe(markdown));

const section = (...elements: object[]) => ({ type: "rich_text_section", elements });
const rich = (...elements: object[]) => ({ blocks: [{ type: "rich_text", elements }] });
const said = (text: string, style = {}) => ({ type: "text", text, style });

test.each([
  [
    rich(section(said("hello "), said("you ", { bold: true }), { type: "user", user_id: "U1" })),
    "hello **you** @**Iris**",
  ],
  [rich(section({ type: "emoji", name: "wave" }, { type: "broadcast", range: "here" })), ":wave:@**all**"],
  [
    rich(section({ type: "link", url: "https://example.org", text: "x" }, { type: "channel", channel_id: "C1" })),
    "[x](https://example.org)#**harbour**",
  ],
  [
    rich({ type: "rich_text_list", style: "ordered", indent: 1, elements: [section(said("a")), section(said("b"))] }),
    "  1. a\n  2. b",
  ],
  [rich({ type: "rich_text_list", style: "ordered", offset: 2, elements: [section(said("c"))] }), "3. c"],
  [rich(section(said("a `b` ", { code: true }), said("`c", { code: true }))), "`` a `b` `` `` `c ``"],
  [rich(section(said("a\n\nb \n", { code: true }), said("c\n\nd", { bold: true }))), "`a`\n\n`b` \n**c**\n\n**d**"],
  [rich({ type: "rich_text_quote", elements: [said("a\nb")] }), "> a\n> b\n"],
  [rich({ type: "rich_text_preformatted", elements: [said("x = `y`")] }), "```\nx = `y`\n```"],
  [
    { blocks: [{ type: "header", text: { type: "plain_text", text: "Plan &amp; more" } }, { type: "divider" }] },
    "**Plan & more**\n\n---",
  ],
  [
    {
      blocks: [
        { type: "section", text: { type: "mrkdwn", text: "*a*" }, fields: [{ type: "plain_text", text: "*b*" }] },
      ],
    },
    "**a**\n*b*",
  ],
  [
    { blocks: [{ type: "image", image_url: "https://example.org/a.png", alt_text: "a boat" }] },
    "[a boat](https://example.org/a.png)",
  ],
  [{ blocks: [{ type: "new", text: { type: "mrkdwn", text: "still read" } }, 7, null] }, "still read"],
  [{ blocks: "none" }, ""],
  [rich({ type: "rich_text_list", indent: 1e9, elements: [section(said("deep"))] }), `${"  ".repeat(8)}* deep`],
])("the blocks %j become %j", (message, markdown) => expect(blocksText(message, names)).toBe(markdown));

test.each([
  [
    {
      title: "Ticket 7",
      title_link: "https://example.org/7",
      text: "_open_",
      fields: [{ title: "By", value: "<@U1>" }],
      footer: "desk",
    },
    "**[Ticket 7](https://example.org/7)**\n*open*\n**By**: @**Iris**\ndesk",
  ],
  [{ fallback: "all there is" }, "all there is"],
  [{ title: "alone" }, "**alone**"],
  [{}, ""],
])("the attachment %j becomes %j", (attachment, markdown) =>
  expect(
    attachmentsText(
      { attachments: [attachment] },
      { text: (text) => slackText(text, names), line: unescaped, more: (of) => blocksText(of, names) },
    ),
  ).toBe(markdown),
);
