import type { Sample } from "../sample.ts";

const message = (content: string, topic = "") => [{ topic, content }];

export const samples: readonly Sample[] = [
  { name: "a text", payload: { text: "Hello, *world*." }, becomes: message("Hello, **world**.") },
  {
    name: "a text for a channel, with an icon, in a field of a form",
    form: { payload: JSON.stringify({ text: "Hi _there_", channel: "#general", icon_emoji: ":ghost:" }) },
    becomes: message(":ghost: Hi *there*", "general"),
  },
  {
    name: "links, names and escapes",
    payload: {
      text: "See <https://example.com/a?b=1&amp;c=2|the page> &lt;now&gt;, <mailto:a@example.com|mail>, <https://example.com>, <!channel>, <@U123|ann> and <#C1|dev>: ~gone~ `*as is*` snake_case_name 2*3*4",
    },
    becomes: message(
      "See [the page](https://example.com/a?b=1&c=2) <now>, mail, https://example.com, @channel, @ann and #dev: ~~gone~~ `*as is*` snake_case_name 2*3*4",
    ),
  },
  {
    name: "code",
    payload: { text: "Log:\n```a *b* &amp; c```" },
    becomes: message("Log:\n~~~\na *b* & c\n~~~"),
  },
  {
    name: "blocks, in place of the text",
    payload: {
      text: "what notifications show",
      blocks: [
        { type: "header", text: { type: "plain_text", text: "Build 7" } },
        {
          type: "section",
          text: { type: "mrkdwn", text: "*Passed* in <https://ci.example.com/7|7 minutes>" },
          accessory: { type: "image", image_url: "https://example.com/a.png", alt_text: "badge" },
        },
        { type: "divider" },
        {
          type: "section",
          fields: [
            { type: "mrkdwn", text: "*Branch*" },
            { type: "mrkdwn", text: "*Author*" },
            { type: "plain_text", text: "main" },
            { type: "plain_text", text: "ann | bob" },
          ],
        },
        { type: "section", fields: [{ type: "plain_text", text: "alone" }] },
        {
          type: "context",
          elements: [
            { type: "mrkdwn", text: "one" },
            { type: "plain_text", text: "two" },
          ],
        },
        { type: "image", title: { type: "plain_text", text: "Graph" }, image_url: "https://example.com/g.png" },
        {
          type: "actions",
          elements: [{ type: "button", text: { type: "plain_text", text: "Open" }, url: "https://example.com/o" }],
        },
        { type: "input", label: { type: "plain_text", text: "Name" } },
        { type: "future", text: "still said" },
      ],
    },
    becomes: message(
      "## Build 7\n\n**Passed** in [7 minutes](https://ci.example.com/7)\n\n[badge](https://example.com/a.png)\n\n----\n\n" +
        "| | |\n|-|-|\n| **Branch** | **Author** |\n| main | ann \\| bob |\n\nalone\n\none\ntwo\n\n" +
        "[Graph](https://example.com/g.png)\n\n[Open](https://example.com/o)\n\nstill said",
    ),
  },
  {
    name: "rich text",
    payload: {
      blocks: [
        {
          type: "rich_text",
          elements: [
            {
              type: "rich_text_section",
              elements: [
                { type: "text", text: "Hello " },
                { type: "text", text: "there ", style: { bold: true } },
                { type: "emoji", name: "wave" },
                { type: "text", text: " run " },
                { type: "text", text: "make ", style: { code: true } },
                { type: "link", url: "https://example.com", text: "here" },
              ],
            },
            {
              type: "rich_text_list",
              style: "ordered",
              elements: [
                { type: "rich_text_section", elements: [{ type: "text", text: "one" }] },
                { type: "rich_text_section", elements: [{ type: "text", text: "two", style: { strike: true } }] },
              ],
            },
            {
              type: "rich_text_list",
              style: "ordered",
              offset: 2,
              elements: [{ type: "rich_text_section", elements: [{ type: "text", text: "three" }] }],
            },
            { type: "rich_text_quote", elements: [{ type: "text", text: "said" }] },
            { type: "rich_text_preformatted", elements: [{ type: "text", text: "a\nb" }] },
          ],
        },
      ],
    },
    becomes: message(
      "Hello **there** :wave: run `make` [here](https://example.com)\n\n1. one\n2. ~~two~~\n\n3. three\n\n~~~ quote\nsaid\n~~~\n\n~~~\na\nb\n~~~",
    ),
  },
  {
    name: "attachments, below the text",
    payload: {
      text: "Deployed",
      channel: "@ann",
      attachments: [
        {
          fallback: "unseen",
          author_name: "Ann",
          title: "Release 2",
          title_link: "https://example.com/r/2",
          pretext: "New:",
          text: "*All* of it",
          fields: [{ title: "Project", value: "<https://example.com|web>" }, { value: "bare" }, { title: "Lonely" }],
          image_url: "https://example.com/i.png",
          footer: "CI",
          ts: 1_700_000_000,
        },
        { fallback: "only this", title: null },
      ],
    },
    becomes: message(
      "Deployed\n\nAnn\n\n## [Release 2](https://example.com/r/2)\n\nNew:\n\n**All** of it\n\n*Project*: [web](https://example.com)\nbare\n*Lonely*\n\n[Image](https://example.com/i.png)\n\nCI\n<time:2023-11-14T22:13:20Z>\n\nonly this",
      "ann",
    ),
  },
  { name: "nothing to say", payload: { text: "", blocks: [] }, becomes: [] },
];
