import { describe, expect, it } from "vitest";
import { fillMarkup, parseMarkup, renderInline } from "../../src/markup/index.ts";
import { takesLinearTime } from "../support/linear-time.ts";
import { exampleNames } from "../support/markup.ts";
import { hostileInputs } from "./hostile-inputs.ts";

const names = {
  ...exampleNames,
  translateEmoticons: true,
  linkifiers: [{ id: 1, pattern: "#(?P<id>[0-9]{2,8})", url_template: "https://t.example/{id}" }],
};

describe("rendering time grows linearly with the length", () => {
  it.each(Object.entries(hostileInputs))("of %s", async (_name, make) => {
    const render = async (length: number) => fillMarkup(await parseMarkup(make(length)), names);
    expect(await takesLinearTime(render, 40_000)).toBe(true);
  });

  it("of a description with many spaces", async () => {
    const render = (length: number) => renderInline(`a${" ".repeat(length)}b`, names);
    expect(await takesLinearTime(render, 40_000)).toBe(true);
  });

  it("of linkifier matches that each search the rest of the text for their end", async () => {
    const linkifiers = [{ id: 1, pattern: "(?P<a>x)( .*y)?", url_template: "https://t.example/{a}" }];
    const render = async (length: number) => {
      const html = fillMarkup(await parseMarkup("x ".repeat(length / 2)), { ...names, linkifiers });
      expect(JSON.stringify(html)).toContain("https://t.example/x");
    };
    expect(await takesLinearTime(render, 10_000)).toBe(true);
  });
});
