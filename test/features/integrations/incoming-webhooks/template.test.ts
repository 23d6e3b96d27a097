import { describe, expect, test } from "vitest";
import { TemplateProblem } from "../../../../src/features/integrations/incoming-webhooks/template/parse-expression.ts";
import { renderTemplate } from "../../../../src/features/integrations/incoming-webhooks/template/render-template.ts";

const payload = {
  title: "The lid",
  url: "https://example.com/lid",
  count: 3,
  at: 1_700_000_000,
  open: true,
  none: null,
  who: { name: "Ann", "full name": "Ann B." },
  tags: ["a", "b", "c"],
  commits: [
    { id: "1f", by: { name: "Bob" } },
    { id: "2e", by: { name: "Cal" } },
  ],
};
const shown = (template: string, data: unknown = payload) => renderTemplate(template, data, "markdown");

describe("a template", () => {
  test.each([
    ["{{ title }} by {{ who.name }}", "The lid by Ann"],
    ['{{ who["full name"] }} {{ commits[1].by.name }} {{ commits.0.id }} {{ tags[-1] }}', "Ann B. Cal 1f c"],
    ["[{{ missing }}{{ who.missing.more }}{{ none }}]", "[]"],
    ["{{ missing | default: 'nobody' }} {{ title | default: 'x' }}", "nobody The lid"],
    ["{{ title | upper | truncate: 5 }}", "THE …"],
    ["{{ title | link: url }} {{ title | link: 'javascript:x' }}", "[The lid](https://example.com/lid) The lid"],
    ["[{{ title }}]({{ url }}) [x]({{ title }})", "[The lid](https://example.com/lid) [x](#)"],
    ["{{ at | time }} {{ title | time }}", "<time:2023-11-14T22:13:20Z> The lid"],
    ["{{ title | quote }}", "~~~ quote\nThe lid\n~~~"],
    ["{{ title | code }} {{ title | bold }}", "`The lid` **The lid**"],
    ["{{ title | block: 'ts' }}", "~~~ ts\nThe lid\n~~~"],
    [
      "{{ tags | join }} {{ tags | join: '/' }} {{ tags | size }} {{ tags | first }}{{ tags | last }}",
      "a, b, c a/b/c 3 ac",
    ],
    ["{{ commits | map: 'id' | join }}", "1f, 2e"],
    ["{{ count | plus: 1 | times: 2 }} {{ 7 | divided_by: 2 | round: 1 }} {{ 1 | divided_by: 0 }}", "8 3.5 0"],
    ["{{ title | replace: 'lid', 'lids' | append: '!' }}", "The lids!"],
    ["{{ who | keys | join }} {{ commits[0] }}", 'name, full name {"id":"1f","by":{"name":"Bob"}}'],
    ["{% if open %}yes{% else %}no{% endif %}", "yes"],
    ["{% if none %}a{% elsif count > 2 %}b{% else %}c{% endif %}", "b"],
    ["{% if count == 3 and not none %}a{% endif %}{% if count < 3 or title contains 'lid' %}b{% endif %}", "ab"],
    ["{% if tags contains 'b' %}x{% endif %}{% if who.name != 'Ann' %}y{% endif %}{% if '10' > 9 %}z{% endif %}", "xz"],
    [
      "{% for c in commits %}{{ forloop.index }}. {{ c.by.name }}{% if not forloop.last %}, {% endif %}{% endfor %}",
      "1. Bob, 2. Cal",
    ],
    ["{% for c in missing %}x{% else %}none{% endfor %}", "none"],
    ["{% for w in who %}{{ w.name }}{% endfor %}{% for n in none %}x{% endfor %}", "Ann"],
    ["a{# a remark #}b", "ab"],
    ["A\n{% for t in tags %}\n* {{ t }}\n{% endfor %}\nB", "A\n* a\n* b\n* c\nB"],
    ["{{ payload.title }} { not a tag } %}", "The lid { not a tag } %}"],
  ])("renders %j", (template, expected) => expect(shown(template)).toBe(expected));

  test("can access a payload that is a list", () =>
    expect(shown("{{ payload[0] }} {{ payload | size }}", ["x", "y"])).toBe("x 2"));

  test("renders to a single line for a topic", () =>
    expect(renderTemplate("{{ a }}\n @**x** {{ b }}", { a: "1\n2", b: "@**all**" }, "line")).toBe(
      "1 2 @**x** @**all**",
    ));

  test("escapes mentions, link ends and fence ends in values of the payload", () => {
    const evil = { a: "@**all** @_**Ann** @*crew*", b: "x](https://evil.example) y", c: "one\n```\n~~~\ntwo" };
    expect(shown("@**Ann** {{ a }}", evil)).toBe("@**Ann** @\u2060**all** @\u2060_**Ann** @\u2060*crew*");
    expect(shown("[{{ b }}](https://good.example)", evil)).toBe(
      "[x]\u2060(https://evil.example) y](https://good.example)",
    );
    expect(shown("```\n{{ c }}\n```", evil)).toBe("```\none\n\u2060```\n\u2060~~~\ntwo\n```");
    expect(shown("{{ a | bold }} {{ b | link: 'https://good.example' }}", evil)).toBe(
      "**@\u2060all @\u2060_Ann @\u2060*crew*** [x)(https://evil.example) y](https://good.example)",
    );
  });

  test("reads only own properties", () =>
    expect(shown("[{{ constructor }}{{ who.__proto__ }}{{ tags.length }}]")).toBe("[]"));

  test.each([
    ["{{ a | nothing }}", 1, "there is no filter “nothing”"],
    ["x\n{% if a %}", 2, "{% if a %} is not ended by {% endif %}"],
    ["{% endif %}", 1, "{% endif %} has nothing to belong to"],
    ["{% for a %}{% endfor %}", 1, "{% for a %} does not say {% for name in list %}"],
    ["{% for a in b %}{% endif %}", 1, "{% for a in b %} is not ended by {% endfor %}"],
    ["{% while a %}", 1, "there is no tag {% while %}"],
    ["{{ a b }}", 1, "“b” is too much"],
    ["{{ a. }}", 1, "“” isn't the name of a field"],
    ["{{ # }}", 1, "“#” is not understood"],
    ["{{ }}", 1, "something is missing at its end"],
    ["{% if a == %}{% endif %}", 1, "something is missing at its end"],
    [`${"{% if a %}".repeat(30)}x${"{% endif %}".repeat(30)}`, 1, "it is nested too deeply"],
  ])("%j is refused with its line number", (template, line, problem) => {
    expect(() => shown(template)).toThrow(new TemplateProblem(problem, line));
  });

  test("stops rendering if it takes too long or writes too much", () => {
    const many = { list: Array.from({ length: 5000 }, (_, index) => ({ index, text: "x".repeat(150) })) };
    const loops = (body: string) => `${"{% for a in list %}".repeat(4)}${body}${"{% endfor %}".repeat(4)}`;
    expect(shown(loops("{{ a.text }}"), many).length).toBeLessThanOrEqual(20_000);
    expect(shown(loops("{% if list contains 'y' %}x{% endif %}"), many)).toBe("");
    expect(shown(loops("{% if payload | json | size > 9 %}{% endif %}"), many)).toBe("");
    const long = "{{ t | replace: 'x', t | replace: 'x', t | replace: 'x', t | size }}";
    expect(Number(shown(long, { t: "x".repeat(20_000) }))).toBeLessThanOrEqual(50_000);
  });
});
