import { describe, expect, test } from "vitest";
import { integrations } from "../../../../src/features/integrations/incoming-webhooks/integrations.ts";
import { renderDelivery } from "../../../../src/features/integrations/incoming-webhooks/render/render-delivery.ts";
import { parseMarkupNow } from "../../../../src/markup/index.ts";
import { trimContent } from "../../../../src/protocol/message-content.ts";
import { mutated, type Random, randomFrom } from "../../../support/changed-at-random.ts";
import { deliveryOf, samplesOf } from "./deliveries-of.ts";
import type { Sample } from "./sample.ts";

function mutatedSample(sample: Sample, random: Random): Sample {
  const { form } = sample;
  if (form === undefined) return { ...sample, payload: mutated(sample.payload, random) };
  const inField = form["payload"] ?? form["json"];
  if (inField === undefined) {
    const fields = mutated(form, random);
    const texts = typeof fields === "object" && fields !== null ? Object.entries(fields) : [];
    return {
      ...sample,
      form: Object.fromEntries(
        texts.map(([name, value]) => [name, typeof value === "string" ? value : JSON.stringify(value)]),
      ),
    };
  }
  return { ...sample, form: { payload: JSON.stringify(mutated(JSON.parse(inField), random)) } };
}

const ROUNDS = 60;

describe.each(integrations.map((integration) => [integration.name, integration] as const))(
  "%s",
  (name, integration) => {
    const samples = samplesOf(name);

    test("converts or refuses any payload without an internal error", () => {
      const random = randomFrom(1);
      for (const sample of samples) {
        for (let round = 0; round < ROUNDS; round++) {
          let changed = mutatedSample(sample, random);
          for (let more = random(3); more > 0; more--) changed = mutatedSample(changed, random);
          const delivery = deliveryOf(changed);
          const rendered = renderDelivery(integration, delivery, { filter: {}, namesSubject: random(2) === 0 });
          const failed = rendered.kind === "refused" ? rendered.cause : undefined;
          expect(
            failed,
            `${sample.name}: ${(delivery.body || JSON.stringify([...(delivery.form ?? [])])).slice(0, 2000)}`,
          ).toBeUndefined();
          const messages = rendered.kind === "messages" ? rendered.messages : [];
          for (const { topic, content } of messages) {
            expect(topic).toBeTypeOf("string");
            expect(content.trim()).not.toBe("");
            // Texts of payloads must not keep the parser busy for long.
            if (round % 20 === 0) parseMarkupNow(trimContent(content));
          }
        }
      }
    });
  },
);
