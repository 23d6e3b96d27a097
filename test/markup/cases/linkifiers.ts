import { link, type Table } from "../../support/markup.ts";

export const linkifiers: Table = {
  title: "linkifiers",
  names: {
    linkifiers: [
      { id: 1, pattern: "#(?P<id>[0-9]{2,8})", url_template: "https://t.example/{id}" },
      { id: 2, pattern: "(?P<key>[A-Z]{2,5})-(?P<n>[0-9]+)", url_template: "https://j.example/{key}?n={n}" },
      { id: 3, pattern: "PR#(?P<id>[0-9]+)", url_template: "https://p.example/{id}" },
      { id: 4, pattern: "#(?P<id>[0-9]+)x", url_template: "https://never.example/{id}" },
      { id: 5, pattern: "q:(?P<q>.+?);", url_template: "https://s.example{?q}" },
      { id: 6, pattern: "evil:(?P<e>\\S+)", url_template: "{+e}" },
    ],
  },
  cases: [
    ["a match", "see #123 there", `<p>see ${link("https://t.example/123", "#123")} there</p>`],
    ["at the start", "#123", `<p>${link("https://t.example/123", "#123")}</p>`],
    ["two groups", "AB-12", `<p>${link("https://j.example/AB?n=12", "AB-12")}</p>`],
    [
      "two matches",
      "#123 #456",
      `<p>${link("https://t.example/123", "#123")} ${link("https://t.example/456", "#456")}</p>`,
    ],
    [
      "matches beside each other",
      "#123,#456",
      `<p>${link("https://t.example/123", "#123")},${link("https://t.example/456", "#456")}</p>`,
    ],
    [
      "two linkifiers",
      "#123 and AB-12",
      `<p>${link("https://t.example/123", "#123")} and ${link("https://j.example/AB?n=12", "AB-12")}</p>`,
    ],
    ...["'", '"', "(", ",", ":"].map(
      (sign) => [`after ${sign}`, `${sign}#123`, `<p>${sign}${link("https://t.example/123", "#123")}</p>`] as const,
    ),
    ["after <", "<#123", `<p>&lt;${link("https://t.example/123", "#123")}</p>`],
    ["after a letter it is text", "a#123", "<p>a#123</p>"],
    ["after a slash it is text", "/#123", "<p>/#123</p>"],
    ["before a letter it is text", "#123a", "<p>#123a</p>"],
    ["before punctuation", "#123.", `<p>${link("https://t.example/123", "#123")}.</p>`],
    ["the first one wins", "#123x", `<p>${link("https://never.example/123", "#123x")}</p>`],
    ["a longer pattern elsewhere", "PR#5", `<p>${link("https://p.example/5", "PR#5")}</p>`],
    ["values are encoded", "q:a b&c/ü;", `<p>${link("https://s.example?q=a%20b%26c%2F%C3%BC", "q:a b&amp;c/ü;")}</p>`],
    ["an unsafe result is no link", "evil:javascript:alert(1)", "<p>evil:javascript:alert(1)</p>"],
    ["a safe result is one", "evil:https://a.example", `<p>evil:${link("https://a.example")}</p>`],
    ["in strong", "**#123**", `<p><strong>${link("https://t.example/123", "#123")}</strong></p>`],
    ["on a later line", "a\n#123", `<p>a<br>\n${link("https://t.example/123", "#123")}</p>`],
    ["after an element it is text", "`a`#123", "<p><code>a</code>#123</p>"],
    ["before an element", "#123`a`", `<p>${link("https://t.example/123", "#123")}<code>a</code></p>`],
    ["in code it is text", "`#123`", "<p><code>#123</code></p>"],
    ["in a link's text it is text", "[#123](https://a.example)", `<p>${link("https://a.example", "#123")}</p>`],
    ["in an address it is part of it", "https://a.example/#123", `<p>${link("https://a.example/#123")}</p>`],
    ["in a list", "* #123", `<ul>\n<li>${link("https://t.example/123", "#123")}</li>\n</ul>`],
    ["in a quote", "> #123", `<blockquote>\n<p>${link("https://t.example/123", "#123")}</p>\n</blockquote>`],
    [
      "with an emoji beside it",
      "#123 :smile:",
      `<p>${link("https://t.example/123", "#123")} <span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></p>`,
    ],
    ["an escaped hash is text", "\\#123", "<p>#123</p>"],
  ],
};
