import { describe, expect, test } from "vitest";
import { type Offer, type WebhookChoice, webhookUrl } from "../../../src/web/model/integrations/integration.ts";
import { payloadFields } from "../../../src/web/model/integrations/payload-fields.ts";

const offer: Offer = {
  ...{ name: "github", title: "GitHub", category: "version control", options: ["branches"], signature: null },
  ...{ events: ["push", "star"], preset: false },
};
const nothing: WebhookChoice = { channel: undefined, topic: "", events: { mode: "all", names: [] }, options: {} };
const at = { origin: "https://chat.example", key: "k" };
const queryOf = (choice: Partial<WebhookChoice>, of = offer) =>
  Object.fromEntries(new URL(webhookUrl(of, { ...nothing, ...choice }, at)).searchParams);

describe("webhookUrl", () => {
  test("contains only what was selected", () => {
    expect(webhookUrl(offer, nothing, at)).toBe("https://chat.example/api/v1/external/github?api_key=k");
    expect(queryOf({ channel: 7, topic: " A & B ", options: { branches: "main", other: " " } })).toEqual({
      ...{ api_key: "k", stream: "7", topic: "A & B", branches: "main" },
    });
    expect(queryOf({ topic: "without a channel" })).toEqual({ api_key: "k" });
  });

  test.each([
    ["only", ["star", "gone"], { only_events: '["star"]' }],
    ["only", [], { only_events: "[]" }],
    ["exclude", ["star"], { exclude_events: '["star"]' }],
    ["exclude", [], {}],
    ["all", ["star"], {}],
  ] as const)("with the events %s %j has the parameters %j", (mode, names, expected) => {
    expect(queryOf({ events: { mode, names } })).toEqual({ api_key: "k", ...expected });
  });

  test("of a preset is the URL of the template webhook", () => {
    const url = new URL(webhookUrl({ ...offer, name: "vercel", preset: true }, nothing, at));
    expect(url.pathname).toBe("/api/v1/external/template");
    expect(url.searchParams.get("preset")).toBe("vercel");
  });
});

describe("the fields of a payload", () => {
  const insertsOf = (payload: unknown) => payloadFields(payload).map(({ insert }) => insert);

  test("have the names used in a template", () => {
    expect(insertsOf({ a: { b: 1, "a name": true }, "x y": null })).toEqual([
      "{{ a.b }}",
      '{{ a["a name"] }}',
      '{{ payload["x y"] }}',
    ]);
    expect(insertsOf("text")).toEqual([]);
  });

  test("of a list are the list itself and the fields of its first item", () => {
    expect(payloadFields({ commits: [{ id: 1, message: "Oil" }, { id: 2 }] }).map(({ path }) => path)).toEqual([
      ...["commits", "commits[0].id", "commits[0].message"],
    ]);
    expect(insertsOf({ commits: [{ id: 1, message: "Oil" }] })[0]).toContain("* {{ item.message }}");
    expect(insertsOf([1])).toEqual(["{% for item in payload %}\n* {{ item }}\n{% endfor %}", "{{ payload[0] }}"]);
  });

  test("are limited in number for a large payload", () => {
    const wide = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`f${index}`, "x".repeat(500)]));
    expect(payloadFields(wide)).toHaveLength(200);
    expect(payloadFields(wide)[0]?.sample.length).toBe(60);
    let deep: unknown = 1;
    for (let depth = 0; depth < 500; depth++) deep = { deep };
    expect(payloadFields(deep)).toEqual([]);
  });
});
