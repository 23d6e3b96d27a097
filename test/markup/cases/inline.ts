import type { Table } from "../house.ts";

export const emphasis: Table = {
  title: "emphasis",
  cases: [
    ["strong", "**a**", "<p><strong>a</strong></p>"],
    ["emphasis", "*a*", "<p><em>a</em></p>"],
    ["both", "***a***", "<p><strong><em>a</em></strong></p>"],
    ["struck through", "~~a~~", "<p><del>a</del></p>"],
    ["several words", "*a b* **c d** ~~e f~~", "<p><em>a b</em> <strong>c d</strong> <del>e f</del></p>"],
    ["underscores are text", "_a_ __b__", "<p>_a_ __b__</p>"],
    ["no space inside emphasis", "* a* *b *", "<ul>\n<li>a* *b *</li>\n</ul>"],
    ["a space after the opening star", "x * a*", "<p>x * a*</p>"],
    ["a space before the closing star", "*a * x", "<p>*a * x</p>"],
    ["spaces inside strong are fine", "** a **", "<p><strong> a </strong></p>"],
    ["spaces inside struck through are fine", "~~ a ~~", "<p><del> a </del></p>"],
    ["a cast is no emphasis", "const char *x = (char *)y", "<p>const char *x = (char *)y</p>"],
    ["within a word", "a*b*c", "<p>a<em>b</em>c</p>"],
    ["strong within a word", "a**b**c", "<p>a<strong>b</strong>c</p>"],
    ["an opening star alone", "*a", "<p>*a</p>"],
    ["a closing star alone", "a*", "<p>a*</p>"],
    ["stars alone", "a **** b", "<p>a **** b</p>"],
    ["not over a line's end", "*a\nb*", "<p>*a<br>\nb*</p>"],
    ["strong not over a line's end", "**a\nb**", "<p>**a<br>\nb**</p>"],
    ["struck through not over a line's end", "~~a\nb~~", "<p>~~a<br>\nb~~</p>"],
    ["emphasis in strong", "**a *b* c**", "<p><strong>a <em>b</em> c</strong></p>"],
    ["strong in emphasis", "*a **b** c*", "<p><em>a <strong>b</strong> c</em></p>"],
    ["ending together", "**a *b***", "<p><strong>a <em>b</em></strong></p>"],
    ["starting together", "***a* b**", "<p><strong><em>a</em> b</strong></p>"],
    ["starting together the other way", "***a** b*", "<p><em><strong>a</strong> b</em></p>"],
    ["struck through in strong", "**a ~~b~~**", "<p><strong>a <del>b</del></strong></p>"],
    ["strong in struck through", "~~a **b**~~", "<p><del>a <strong>b</strong></del></p>"],
    ["crossing marks do not cross elements", "**a ~~b** c~~", "<p><strong>a ~~b</strong> c~~</p>"],
    ["crossing the other way", "~~a **b~~ c**", "<p><del>a **b</del> c**</p>"],
    ["three tildes are text", "~~~a~~~", "<p>~~~a~~~</p>"],
    ["one tilde is text", "~a~ ~b", "<p>~a~ ~b</p>"],
    ["a tilde inside ends the wish", "~~a ~ b~~", "<p>~~a ~ b~~</p>"],
    ["two of each", "*a* *b* **c** **d**", "<p><em>a</em> <em>b</em> <strong>c</strong> <strong>d</strong></p>"],
    ["next to each other", "*a***b**", "<p><em>a</em><strong>b</strong></p>"],
    ["punctuation inside", '*(a)*, **"b"**!', '<p><em>(a)</em>, <strong>"b"</strong>!</p>'],
    ["escaped stars", "\\*a\\*", "<p>*a*</p>"],
    ["an escaped star inside", "*a\\*b*", "<p><em>a*b</em></p>"],
    ["code inside", "*`a*`*", "<p><em><code>a*</code></em></p>"],
    ["a link inside", "**[a](https://b.example)**", '<p><strong><a href="https://b.example">a</a></strong></p>'],
    [
      "an emoji inside",
      "**:smile:**",
      '<p><strong><span aria-label="smile" class="emoji emoji-1f642" role="img" title="smile">:smile:</span></strong></p>',
    ],
    ["half an emoji name inside", "*:smiley*:", "<p><em>:smiley</em>:</p>"],
    ["multiplication", "2 * 3 * 4", "<p>2 * 3 * 4</p>"],
    ["other scripts", "*日本* **שלום** ~~مرحبا~~", "<p><em>日本</em> <strong>שלום</strong> <del>مرحبا</del></p>"],
    ["at the ends of lines", "*a*\n*b*", "<p><em>a</em><br>\n<em>b</em></p>"],
    ["a page of footnote stars", "a* b* c*", "<p>a* b* c*</p>"],
  ],
};

export const escapes: Table = {
  title: "backslashes",
  cases: [
    ["a star", "\\*a*", "<p>*a*</p>"],
    ["a backtick", "\\`a\\`", "<p>`a`</p>"],
    ["a bracket", "\\[a](b.example)", "<p>[a](b.example)</p>"],
    ["a tilde", "\\~~a~~", "<p>~~a~~</p>"],
    ["a backslash", "\\\\*a*", "<p>\\<em>a</em></p>"],
    ["an at sign", "\\@**Omar**", "<p>@<strong>Omar</strong></p>"],
    ["a hash before a channel", "\\#**general**", "<p>#<strong>general</strong></p>"],
    ["a colon before an emoji", "\\:smile:", "<p>:smile:</p>"],
    ["a dollar", "\\$$x$$", "<p>$$x$$</p>"],
    ["a less-than sign", "\\<time:1>", "<p>&lt;time:1&gt;</p>"],
    ["an exclamation mark", "\\!", "<p>!</p>"],
    ["before a letter it is a backslash", "C:\\dir\\new", "<p>C:\\dir\\new</p>"],
    ["before an underscore it is a backslash", "¯\\_(ツ)_/¯", "<p>¯\\_(ツ)_/¯</p>"],
    ["before a space it is a backslash", "a \\ b", "<p>a \\ b</p>"],
    ["at the end it is a backslash", "a\\", "<p>a\\</p>"],
    ["before a line's end it is a backslash", "a\\\nb", "<p>a\\<br>\nb</p>"],
    ["an ampersand has no escape", "\\&amp;", "<p>\\&amp;</p>"],
  ],
};

export const times: Table = {
  title: "times",
  cases: [
    ["ISO 8601", "<time:2017-06-05T22:30:00Z>", time("2017-06-05T22:30:00Z", "2017-06-05T22:30:00Z")],
    ["with an offset", "<time:2017-06-05T22:30:00+05:30>", time("2017-06-05T17:00:00Z", "2017-06-05T22:30:00+05:30")],
    [
      "with a negative offset",
      "<time:2017-06-05T22:30:00-0800>",
      time("2017-06-06T06:30:00Z", "2017-06-05T22:30:00-0800"),
    ],
    ["without a zone", "<time:2017-06-05T22:30>", time("2017-06-05T22:30:00Z", "2017-06-05T22:30")],
    [
      "with fractions of a second",
      "<time:2017-06-05T22:30:00.999Z>",
      time("2017-06-05T22:30:00Z", "2017-06-05T22:30:00.999Z"),
    ],
    ["compact", "<time:20170605T223000Z>", time("2017-06-05T22:30:00Z", "20170605T223000Z")],
    ["a date", "<time:2017-06-05>", time("2017-06-05T00:00:00Z", "2017-06-05")],
    ["seconds since 1970", "<time:1496701800>", time("2017-06-05T22:30:00Z", "1496701800")],
    ["English", "<time:Jun 5th 2017, 10:30PM>", time("2017-06-05T22:30:00Z", "Jun 5th 2017, 10:30PM")],
    ["English, day first", "<time:31 Dec 2017>", time("2017-12-31T00:00:00Z", "31 Dec 2017")],
    ["a named zone", "<time:31 Dec 2017 5:30 am IST>", time("2017-12-31T00:00:00Z", "31 Dec 2017 5:30 am IST")],
    [
      "a weekday",
      "<time:Mon, 05 Jun 2017 22:30:00 GMT>",
      time("2017-06-05T22:30:00Z", "Mon, 05 Jun 2017 22:30:00 GMT"),
    ],
    ["slashes", "<time:6/5/2017 22:30>", time("2017-06-05T22:30:00Z", "6/5/2017 22:30")],
    ["noon", "<time:June 5 2017 12pm>", time("2017-06-05T12:00:00Z", "June 5 2017 12pm")],
    ["midnight", "<time:June 5 2017 12am>", time("2017-06-05T00:00:00Z", "June 5 2017 12am")],
    ["only a time of day is today's", "<time:10:30PM>", time("2026-03-04T22:30:00Z", "10:30PM")],
    ["in a sentence", "at <time:1496701800>.", '<p>at <time datetime="2017-06-05T22:30:00Z">1496701800</time>.</p>'],
    ["nonsense", "<time:soon>", wrong("soon")],
    ["nothing", "<time:>", wrong("")],
    ["a day that does not exist", "<time:2017-02-30>", wrong("2017-02-30")],
    ["an hour that does not exist", "<time:2017-06-05T25:00>", wrong("2017-06-05T25:00")],
    ["markup inside is text", "<time:**a**>", wrong("**a**")],
    [
      "HTML inside is text",
      "<time:<alert(1)>>",
      '<p><span class="timestamp-error">Invalid time format: &lt;alert(1)</span>&gt;</p>',
    ],
    ["without an end", "<time:2017-06-05", "<p>&lt;time:2017-06-05</p>"],
    ["over a line's end", "<time:2017\n-06-05>", "<p>&lt;time:2017<br>\n-06-05&gt;</p>"],
    ["in code", "`<time:1>`", "<p><code>&lt;time:1&gt;</code></p>"],
    ["a huge number", "<time:99999999999999999999>", wrong("99999999999999999999")],
  ],
};

function time(datetime: string, text: string): string {
  return `<p><time datetime="${datetime}">${text}</time></p>`;
}

function wrong(text: string): string {
  return `<p><span class="timestamp-error">Invalid time format: ${text}</span></p>`;
}

export const scripts: Table = {
  title: "texts of any script, and /me",
  cases: [
    ["Hebrew", "שלום **עולם**", "<p>שלום <strong>עולם</strong></p>"],
    ["Arabic", "* مرحبا\n* `كود`", "<ul>\n<li>مرحبا</li>\n<li><code>كود</code></li>\n</ul>"],
    ["Hebrew and English", "> עברית English", "<blockquote>\n<p>עברית English</p>\n</blockquote>"],
    ["marks of direction stay", "a\u200f\u202eb", "<p>a\u200f\u202eb</p>"],
    ["Japanese", "# 日本語\n- 一つ", "<h1>日本語</h1>\n<ul>\n<li>一つ</li>\n</ul>"],
    ["Thai", "*สวัสดี*", "<p><em>สวัสดี</em></p>"],
    ["characters beyond the first plane", "𝕏 **𠜎**", "<p>𝕏 <strong>𠜎</strong></p>"],
    ["combining characters", "*e\u0301*", "<p><em>e\u0301</em></p>"],
    [
      "an ideographic space is whitespace",
      "見\u3000https://a.example",
      '<p>見\u3000<a href="https://a.example">https://a.example</a></p>',
    ],
    ["/me", "/me waves", "<p>/me waves</p>"],
    ["/me with markup", "/me **waves**", "<p>/me <strong>waves</strong></p>"],
  ],
};
