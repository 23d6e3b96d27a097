import { describe, expect, test } from "vitest";
import type { Integration } from "../../../../src/features/integrations/incoming-webhooks/integration.ts";
import { integrations } from "../../../../src/features/integrations/incoming-webhooks/integrations.ts";
import {
  type RenderedDelivery,
  renderDelivery,
} from "../../../../src/features/integrations/incoming-webhooks/render/render-delivery.ts";
import { presets } from "../../../../src/features/integrations/incoming-webhooks/template/presets.ts";
import { templateIntegration } from "../../../../src/features/integrations/incoming-webhooks/template/template-integration.ts";
import { deliveryOf, sampled, samplesOf } from "./deliveries-of.ts";
import type { Sample } from "./sample.ts";

const rendered = (integration: Integration, sample: Sample) =>
  renderDelivery(integration, deliveryOf(sample), {
    filter: {},
    namesSubject: sample.namesSubject === true,
    names: new Map(Object.entries(sample.names ?? {})),
  });

function summary(rendered: RenderedDelivery): unknown {
  switch (rendered.kind) {
    case "messages":
      return rendered.messages;
    case "unsupported":
      return { unsupported: rendered.event };
    case "identity":
      return { refused: "identity" };
    case "refused":
      return { refused: rendered.error.code === "BAD_REQUEST" ? rendered.error.msg : rendered.error.code };
    default:
      return rendered satisfies never;
  }
}

test("every sample file belongs to an integration", () => {
  const names = integrations.map(({ name }) => name);
  expect(sampled.filter((name) => !names.includes(name))).toEqual([]);
  expect(names).toEqual([...new Set(names)].sort());
});

describe("a test delivery", () => {
  const tried = (
    integration: Integration,
    { sample }: Pick<Integration, "sample">,
    query: Readonly<Record<string, string>> = {},
  ) => {
    const isForm = sample.headers["Content-Type"]?.includes("form") === true;
    const delivery = {
      headers: new Headers(sample.headers),
      query: new Map(Object.entries(query)),
      body: sample.body,
      form: isForm ? new Map(new URLSearchParams(sample.body)) : null,
    };
    return renderDelivery(integration, delivery, { filter: {}, namesSubject: false });
  };

  test.each(integrations.map((integration) => [integration.name, integration] as const))(
    "becomes a message of %s",
    (_, integration) => {
      const made = tried(integration, integration);
      expect(made).toMatchObject({ kind: "messages", messages: [{ topic: expect.any(String) }] });
      // The sample has no delivery ID, so it can be delivered repeatedly.
      expect(
        integration.deliveryId === undefined || !JSON.stringify(integration.sample).includes(integration.deliveryId),
      ).toBe(true);
    },
  );

  test.each(presets.map((preset) => [preset.name, preset] as const))(
    "becomes a message of the preset %s",
    (name, preset) => {
      const made = tried(templateIntegration(null), preset, { preset: name });
      expect(made).toMatchObject({ kind: "messages", messages: [{ topic: expect.any(String) }] });
      expect(made.kind === "messages" && made.messages[0]?.content).not.toMatch(/\(#\)|undefined|null/);
    },
  );
});

describe.each(integrations.map((integration) => [integration.name, integration] as const))(
  "%s",
  (name, integration) => {
    const samples = samplesOf(name);

    test.each(samples.map((sample) => [sample.name, sample] as const))("%s", (_, sample) => {
      expect(summary(rendered(integration, sample))).toEqual(sample.becomes);
    });

    test("has samples for each of its events, and for no others", () => {
      const shown = samples.flatMap(({ becomes }) => (Array.isArray(becomes) ? becomes.map(({ event }) => event) : []));
      expect(samples.length).toBeGreaterThan(0);
      expect(integration.events.filter((event) => !shown.includes(event))).toEqual([]);
      expect([...new Set(shown)].filter((event) => event !== undefined && !integration.events.includes(event))).toEqual(
        [],
      );
    });
  },
);
