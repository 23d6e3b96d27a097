import { expect, test } from "vitest";
import { excerptOf } from "../../../src/web/model/excerpt.ts";

test.each([
  ["<p>one</p>\n<p>two &amp; &lt;three&gt;</p>", "one two & <three>"],
  ['<p>hi <span aria-label="wave" class="emoji emoji-1f44b" role="img" title="wave">:wave:</span>!</p>', "hi 👋!"],
  ['<p><img alt=":crane:" class="emoji" src="/crane.png" title="crane"> up</p>', ":crane: up"],
])("an excerpt of %s is %s", (html, text) => expect(excerptOf(html)).toBe(text));
