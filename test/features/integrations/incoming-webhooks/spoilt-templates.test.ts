import { expect, test, vi } from "vitest";
import { TemplateProblem } from "../../../../src/features/integrations/incoming-webhooks/template/parse-expression.ts";
import { presets } from "../../../../src/features/integrations/incoming-webhooks/template/presets.ts";
import { renderTemplate } from "../../../../src/features/integrations/incoming-webhooks/template/render-template.ts";
import { mutated, randomFrom } from "../../../support/changed-at-random.ts";
import { spoilt } from "../../../support/spoilt-bytes.ts";

/** Maximum length of a rendering, plus the maximum that its last value can add. */
const MOST = 20_000;

/** Renders a template, or returns undefined if it is refused as invalid. Any other error fails the test. */
function rendered(template: string, payload: unknown): string | undefined {
  try {
    return renderTemplate(template, payload, "markdown");
  } catch (error) {
    if (error instanceof TemplateProblem) return undefined;
    throw error;
  }
}

test("renderTemplate refuses corrupted templates and payloads or renders them in bounded length", () => {
  const random = randomFrom(1);
  const payload = { title: "a", commits: [{ id: 1, by: { name: "x" } }], type: "b", monitor: { name: "m" }, data: {} };
  const loops =
    "{% for c in commits %}{{ c.by | json }}{% if c.id > 1 or not c.x %}{{ c | keys | join }}{% endif %}{% endfor %}";
  let made = 0;
  for (const template of [...presets.map(({ content }) => content), loops]) {
    const bytes = new TextEncoder().encode(template);
    for (const changed of spoilt(bytes, 60, template.length)) {
      const text = rendered(new TextDecoder().decode(changed), mutated(payload, random));
      if (text !== undefined) made += 1;
      expect(text?.length ?? 0).toBeLessThanOrEqual(MOST);
    }
  }
  expect(made).toBeGreaterThan(100);
});

test.each([
  ["{{ a | replace: 'a', 'bbbbbbbbbb' | replace: 'b', 'cccccccccc' | replace: 'c', 'dddddddddd' }}"],
  ["{% for x in list %}{% for y in list %}{% for z in list %}{{ a }}{% endfor %}{% endfor %}{% endfor %}"],
  [
    "{% for x in list %}{% for y in list %}{% for z in list %}{% if a contains z %}{% endif %}{% endfor %}{% endfor %}{% endfor %}",
  ],
  ["{{ a | code }}{{ a | block }}{{ a | quote }}{{ marks | code }}{{ marks | block }}{{ deep | json }}{{ deep }}"],
  [`{% if ${"not ".repeat(190)}a %}x{% endif %}`],
  ["{% if a %}".repeat(900)],
  ["{{ ".repeat(3000)],
  [`{{ a${" | append: a".repeat(60)} }}`.repeat(40)],
])("renderTemplate stops an expensive template at its step limit (%#)", (template) => {
  const deep = JSON.parse(`${"[".repeat(90)}${"]".repeat(90)}`);
  const payload = {
    ...{ a: "a".repeat(1_000_000), marks: "` ```\n".repeat(200_000), deep },
    list: Array.from({ length: 1000 }, () => "a ".repeat(1000)),
  };
  expect(rendered(template, payload)?.length ?? 0).toBeLessThanOrEqual(MOST);
});

test("renderTemplate serializes a value as JSON only once when it looks for the value in a list", () => {
  const payload = { list: Array.from({ length: 1000 }, () => 0), large: [{ a: 1 }] };
  const written = vi.spyOn(JSON, "stringify");
  expect(renderTemplate("{% if list contains large %}yes{% else %}no{% endif %}", payload, "line")).toBe("no");
  expect(written).toHaveBeenCalledTimes(1);
  written.mockRestore();
});

test.each(["1 | append: large", "large | append: 1", "large", "large | json", "list contains large"])(
  "renderTemplate serializes little JSON, however often a template evaluates `%s`",
  (value) => {
    const loops = `{% for x in list %}{% for y in list %}{% if ${value} == 2 %}{% endif %}{% endfor %}{% endfor %}`;
    const template = value.includes("contains") ? loops.replace(" == 2", "") : loops;
    const list = Array.from({ length: 100 }, (_, index) => index);
    const large = Array.from({ length: 900 }, () => ["a".repeat(500)]);
    const written = vi.spyOn(JSON, "stringify");
    renderTemplate(template, { list, large }, "line");
    const length = written.mock.results.reduce((sum, { value: json }) => sum + json.length, 0);
    written.mockRestore();
    expect(length).toBeLessThan(10_000_000);
  },
);
