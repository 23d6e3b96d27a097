import katex from "katex";
import { expect, test } from "vitest";
import { fold } from "../../../../src/web/model/match.ts";
import { excerptOf } from "../../../../src/web/model/messages/excerpt.ts";
import { group, OMAR, sampleState, subscription, user } from "../../support/sample-state.ts";

test.each([
  ["<p>one</p>\n<p>two &amp; &lt;three&gt;</p>", "one two & <three>"],
  ['<p>hi <span aria-label="wave" class="emoji emoji-1f44b" role="img" title="wave">:wave:</span>!</p>', "hi 👋!"],
  [
    '<p><audio controls="" src="/user_uploads/1/a.m4a" title="Voice message (0:23)"></audio></p>',
    "Voice message (0:23)",
  ],
  ["<p>/poll Tea?<br>\nGreen<br>\nBlack</p>", "Tea? Green Black"],
  ["<p>/todo</p>", "/todo"],
  ["<p><code>/poll x</code></p>", "/poll x"],
  ['<p><img alt=":crane:" class="emoji" src="/crane.png" title="crane"> up</p>', ":crane: up"],
])("excerptOf %s is %s", (html, text) => expect(excerptOf(html, sampleState())).toBe(text));

const state = sampleState({
  realm_users: [user(OMAR, "Omar <Khan>")],
  realm_user_groups: [group(20, "crew")],
  subscriptions: [subscription(5, "pier")],
});
const link = (kind: string, path: string, text: string) =>
  `<a class="${kind}" data-stream-id="5" href="/#narrow/channel/5-quay${path}">${text}</a>`;

test.each([
  ['<span class="user-mention" data-user-id="4">@Omar Example</span>', "@Omar <Khan>"],
  ['<span class="user-mention silent" data-user-id="4">Omar Example</span>', "Omar <Khan>"],
  ['<span class="user-mention" data-user-id="99">@Somebody</span>', "@Somebody"],
  ['<span class="user-mention channel-wildcard-mention" data-user-id="*">@all</span>', "@all"],
  ['<span class="user-group-mention" data-user-group-id="20">@pilots</span>', "@crew"],
  [link("stream", "", "#quay"), "#pier"],
  [link("stream-topic", "/topic/a.20.3E.20b/with/7", "#quay &gt; a &gt; b"), "#pier > a > b"],
  [link("stream-topic", "/topic/", "#quay &gt; <em>general chat</em>"), "#pier > general chat"],
  [link("message-link", "/topic/crane/near/7", "#quay &gt; crane @ 💬"), "#pier > crane @ 💬"],
  ['<a href="/#narrow/channel/5-quay">my words</a>', "my words"],
])("excerptOf %s has the current name: %s", (html, text) => expect(excerptOf(`<p>${html}</p>`, state)).toBe(text));

test("excerptOf begins shortly before the first sought word if that is far from the start", () => {
  const html = `<p>${"so it goes on ".repeat(20)}until the Düne moved, ${"and on ".repeat(60)}</p>`;
  const text = excerptOf(html, state, "moved dune", fold);
  expect(text).toMatch(/^…(\S+ ){3,5}the Düne moved, and on .*…$/);
  expect(text.length).toBeLessThan(210);
  for (const sought of ["so", "nowhere", ""])
    expect(excerptOf(html, state, sought, fold), sought).toMatch(/^so it goes/);
});

test("excerptOf shows formulas once, as they were written", () => {
  const mean = String.raw`E[T] = \frac{1}{n}\sum_{i=1}^{n} t_i`;
  const long = String.raw`\begin{matrix} ${Array(200).fill("x").join(" & ")} \end{matrix}`;
  const [small, display] = [katex.renderToString("a < b"), katex.renderToString(mean, { displayMode: true })];
  expect(excerptOf(`<p>If ${small} then:</p><p>${display}</p><p>so</p>`, state)).toBe(`If a < b then: ${mean} so`);
  expect(excerptOf(`<p>${katex.renderToString(long)}</p>`, state)).toBe(`${long.slice(0, 200)}…`);
});

test("excerptOf leaves out what spoilers hide", () => {
  const spoiler = (title: string, hidden: string) =>
    `<div class="spoiler-block"><div class="spoiler-header">\n<p>${title}</p>\n</div>` +
    `<div class="spoiler-content" aria-hidden="true">\n${hidden}</div></div>`;
  const nested = `<p>the <em>gardener</em></p><div class="codehilite"><pre>did</pre></div>${spoiler("it", "<p>1</p>")}`;
  const html = `<p>Who?</p>\n${spoiler("The end", nested)}\n<p>Ha!</p>${spoiler("", katex.renderToString("x"))}`;
  expect(excerptOf(html, state)).toBe("Who? The end (…) Ha! (…)");
  expect(excerptOf(spoiler("The end", "<p>x</p>".repeat(1000)), state)).toBe("The end (…)");
});
