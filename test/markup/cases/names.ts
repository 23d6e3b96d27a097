import type { Table } from "../../support/markup.ts";

const iris = '<span class="user-mention" data-user-id="31">@Iris Vale</span>';
const omar = '<span class="user-mention" data-user-id="32">@Omar</span>';
const silentOmar = '<span class="user-mention silent" data-user-id="32">Omar</span>';
const all = '<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>';
const core = '<span class="user-group-mention" data-user-group-id="17">@core team</span>';

export const mentions: Table = {
  title: "mentions",
  cases: [
    ["by name", "@**Iris Vale**", `<p>${iris}</p>`],
    ["by name whatever the case", "@**iris vale**", `<p>${iris}</p>`],
    ["by name and id", "@**Iris Vale|31**", `<p>${iris}</p>`],
    ["by id", "@**|31**", `<p>${iris}</p>`],
    ["the lowest id of a name", "@**Twin**", '<p><span class="user-mention" data-user-id="33">@Twin</span></p>'],
    ["another of the name by id", "@**Twin|34**", '<p><span class="user-mention" data-user-id="34">@Twin</span></p>'],
    ["silent", "@_**Omar**", `<p>${silentOmar}</p>`],
    ["silent by id", "@_**Omar|32**", `<p>${silentOmar}</p>`],
    ["nobody's name", "@**Nobody**", "<p>@<strong>Nobody</strong></p>"],
    ["nobody's name, silent", "@_**Nobody**", "<p>@_<strong>Nobody</strong></p>"],
    ["an id with another's name", "@**Omar|31**", "<p>@<strong>Omar|31</strong></p>"],
    ["an unknown id", "@**Omar|999**", "<p>@<strong>Omar|999</strong></p>"],
    ["a valid one after an invalid one", "@**Nobody** @**Omar**", `<p>@<strong>Nobody</strong> ${omar}</p>`],
    [
      "a deactivated user is silent",
      "@**Gone**",
      '<p><span class="user-mention silent" data-user-id="35">Gone</span></p>',
    ],
    [
      "a name of markup is text",
      "@**|36**",
      '<p><span class="user-mention" data-user-id="36">@&lt;b&gt;Bold&lt;/b&gt; &amp; co</span></p>',
    ],
    [
      "a name from right to left",
      "@**نور الهدى**",
      '<p><span class="user-mention" data-user-id="37">@نور الهدى</span></p>',
    ],
    ["in a sentence", "hi @**Omar**, how are you?", `<p>hi ${omar}, how are you?</p>`],
    ["two", "@**Omar** and @**Iris Vale**", `<p>${omar} and ${iris}</p>`],
    ["of two next to each other the second is text", "@**Omar**@**Omar**", `<p>${omar}@<strong>Omar</strong></p>`],
    ...["'", '"', "(", "{", "[", "/"].map(
      (sign) => [`after ${sign}`, `${sign}@**Omar**`, `<p>${sign}${omar}</p>`] as const,
    ),
    ["after <", "<@**Omar**", `<p>&lt;${omar}</p>`],
    ["at the start of a line", "a\n@**Omar**", `<p>a<br>\n${omar}</p>`],
    ["after a letter it is text", "a@**Omar**", "<p>a@<strong>Omar</strong></p>"],
    ["after a star it is text", "**@**Omar****", "<p><strong>@</strong>Omar****</p>"],
    ["after a full stop it is text", ".@**Omar**", "<p>.@<strong>Omar</strong></p>"],
    ["a space between is text", "@ **Omar**", "<p>@ <strong>Omar</strong></p>"],
    ["without its end", "@**Omar", "<p>@**Omar</p>"],
    ["empty", "@****", "<p>@****</p>"],
    ["in code", "`@**Omar**`", "<p><code>@**Omar**</code></p>"],
    [
      "in a code block",
      "```\n@**Omar**\n```",
      '<div class="codehilite"><pre><span></span><code>@**Omar**\n</code></pre></div>',
    ],
    ["in a quote it is silent", "> @**Omar**", `<blockquote>\n<p>${silentOmar}</p>\n</blockquote>`],
    ["on a quote's later lines", "> a\n@**Omar**", `<blockquote>\n<p>a<br>\n${silentOmar}</p>\n</blockquote>`],
    ["in a quote fence it is silent", "```quote\n@**Omar**\n```", `<blockquote>\n<p>${silentOmar}</p>\n</blockquote>`],
    ["in a list in a quote", "> * @**Omar**", `<blockquote>\n<ul>\n<li>${silentOmar}</li>\n</ul>\n</blockquote>`],
    ["after a quote it notifies again", "> a\n\n@**Omar**", `<blockquote>\n<p>a</p>\n</blockquote>\n<p>${omar}</p>`],
    [
      "in a spoiler it notifies",
      "```spoiler @**Omar**\n@**Omar**\n```",
      `<div class="spoiler-block"><div class="spoiler-header">\n<p>${omar}</p>\n</div><div class="spoiler-content" aria-hidden="true">\n<p>${omar}</p>\n</div></div>`,
    ],
    ["in a heading", "# @**Omar**", `<h1>${omar}</h1>`],
    ["in a list", "* @**Omar**", `<ul>\n<li>${omar}</li>\n</ul>`],
    ["in a link's text", "[@**Omar**](https://a.example)", `<p><a href="https://a.example">${omar}</a></p>`],
    [
      "nobody's name that is an address, in a link's text",
      "[@**https://a.example**](https://b.example)",
      '<p><a href="https://b.example">@<strong>https://a.example</strong></a></p>',
    ],
    ["all", "@**all**", `<p>${all}</p>`],
    [
      "everyone",
      "@**everyone**",
      '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@everyone</span></p>',
    ],
    [
      "channel",
      "@**channel**",
      '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@channel</span></p>',
    ],
    [
      "stream",
      "@**stream**",
      '<p><span class="user-mention channel-wildcard-mention" data-user-id="*">@stream</span></p>',
    ],
    ["topic", "@**topic**", '<p><span class="topic-mention">@topic</span></p>'],
    [
      "silent all",
      "@_**all**",
      '<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>',
    ],
    ["silent topic", "@_**topic**", '<p><span class="topic-mention silent">topic</span></p>'],
    [
      "all in a quote",
      "> @**all**",
      '<blockquote>\n<p><span class="user-mention channel-wildcard-mention silent" data-user-id="*">all</span></p>\n</blockquote>',
    ],
    ["all in capitals is a name", "@**All**", "<p>@<strong>All</strong></p>"],
    ["a group", "@*core team*", `<p>${core}</p>`],
    ["a group whatever the case", "@*Core Team*", `<p>${core}</p>`],
    [
      "a silent group",
      "@_*core team*",
      '<p><span class="user-group-mention silent" data-user-group-id="17">core team</span></p>',
    ],
    [
      "a system group",
      "@_*role:administrators*",
      '<p><span class="user-group-mention silent" data-user-group-id="3">Administrators</span></p>',
    ],
    ["an unknown group", "@*nobody*", "<p>@<em>nobody</em></p>"],
    [
      "a deactivated group is silent",
      "@*asleep*",
      '<p><span class="user-group-mention silent" data-user-group-id="18">asleep</span></p>',
    ],
    [
      "a group in a quote",
      "> @*core team*",
      '<blockquote>\n<p><span class="user-group-mention silent" data-user-group-id="17">core team</span></p>\n</blockquote>',
    ],
    ["a group after a letter is text", "a@*core team*", "<p>a@<em>core team</em></p>"],
    ["a group in code", "`@*core team*`", "<p><code>@*core team*</code></p>"],
    ["spaces in an unknown group's name", "@* a *", "<p>@* a *</p>"],
  ],
};

const general = '<a class="stream" data-stream-id="9" href="/#narrow/channel/9-general">#general</a>';

export const channels: Table = {
  title: "links to channels, topics and messages",
  cases: [
    ["a channel", "#**general**", `<p>${general}</p>`],
    [
      "a topic",
      "#**general>topic a**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/topic.20a/with/214">#general &gt; topic a</a></p>',
    ],
    [
      "a topic without messages",
      "#**general>new**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/new">#general &gt; new</a></p>',
    ],
    [
      "a message",
      "#**general>topic a@214**",
      '<p><a class="message-link" href="/#narrow/channel/9-general/topic/topic.20a/near/214">#general &gt; topic a @ 💬</a></p>',
    ],
    [
      "the empty topic",
      "#**general>**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/">#general &gt; <em>general chat</em></a></p>',
    ],
    [
      "a message of the empty topic",
      "#**general>@214**",
      '<p><a class="message-link" href="/#narrow/channel/9-general/topic//near/214">#general &gt; <em>general chat</em> @ 💬</a></p>',
    ],
    [
      "signs in a topic",
      "#**general>a.b/c?d & <e>**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/a.2Eb.2Fc.3Fd.20.26.20.3Ce.3E">#general &gt; a.b/c?d &amp; &lt;e&gt;</a></p>',
    ],
    [
      "other scripts in a topic",
      "#**general>日本**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/.E6.97.A5.E6.9C.AC">#general &gt; 日本</a></p>',
    ],
    [
      "more greater-than signs in a topic",
      "#**general>a>b**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/a.3Eb">#general &gt; a&gt;b</a></p>',
    ],
    [
      "an at sign in a topic",
      "#**general>a@b**",
      '<p><a class="stream-topic" data-stream-id="9" href="/#narrow/channel/9-general/topic/a.40b">#general &gt; a@b</a></p>',
    ],
    [
      "signs in a channel",
      "#**Design & <ops>**",
      '<p><a class="stream" data-stream-id="10" href="/#narrow/channel/10-Design-.26-.3Cops.3E">#Design &amp; &lt;ops&gt;</a></p>',
    ],
    [
      "other scripts in a channel",
      "#**日本語 チーム**",
      '<p><a class="stream" data-stream-id="11" href="/#narrow/channel/11-.E6.97.A5.E6.9C.AC.E8.AA.9E-.E3.83.81.E3.83.BC.E3.83.A0">#日本語 チーム</a></p>',
    ],
    [
      "a channel with a greater-than sign",
      "#**a>b**",
      '<p><a class="stream" data-stream-id="12" href="/#narrow/channel/12-a.3Eb">#a&gt;b</a></p>',
    ],
    ["an unknown channel", "#**unknown**", "<p>#<strong>unknown</strong></p>"],
    ["a topic of an unknown channel", "#**unknown>a**", "<p>#<strong>unknown&gt;a</strong></p>"],
    ["a channel in another case is unknown", "#**General**", "<p>#<strong>General</strong></p>"],
    ["in a sentence", "see #**general**.", `<p>see ${general}.</p>`],
    ["in parentheses", "(#**general**)", `<p>(${general})</p>`],
    ["after a letter it is text", "a#**general**", "<p>a#<strong>general</strong></p>"],
    ["in code", "`#**general**`", "<p><code>#**general**</code></p>"],
    [
      "in a link's text it is text",
      "[#**general**](https://a.example)",
      '<p><a href="https://a.example">#general</a></p>',
    ],
    [
      "a topic in a link's text",
      "[#**general>topic a**](https://a.example)",
      '<p><a href="https://a.example">#general &gt; topic a</a></p>',
    ],
    ["in a quote", "> #**general**", `<blockquote>\n<p>${general}</p>\n</blockquote>`],
    ["without its end", "#**general", "<p>#**general</p>"],
    ["at the start of a line it is no heading", "#**general** a", `<p>${general} a</p>`],
  ],
};
