import { expect, test } from "vitest";
import { renderDelivery } from "../../../../src/features/integrations/incoming-webhooks/render/render-delivery.ts";
import { slackIncoming } from "../../../../src/features/integrations/incoming-webhooks/services/general/slack-incoming.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

const TEXTS = 40;
const styled = (text: string) => ({ type: "text", text, style: { bold: true } });
const section = (elements: readonly object[]) => ({ type: "rich_text_section", elements });
const payloads: Readonly<Record<string, (texts: readonly string[]) => object>> = {
  attachments: (texts) => ({ attachments: texts.map((text) => ({ text })) }),
  fields: (texts) => ({ blocks: [{ type: "section", fields: texts.map((text) => ({ type: "plain_text", text })) }] }),
  "styled texts": (texts) => ({ blocks: [{ type: "rich_text", elements: [section(texts.map(styled))] }] }),
};
const cases = Object.keys(payloads).flatMap((kind) => ["\t", "\n"].map((space) => [kind, space] as const));

test.each(cases)("a payload for Slack with %s full of %j is converted in linear time", async (kind, space) => {
  const convert = (length: number) => {
    const texts = Array.from({ length: TEXTS }, () => `x${space.repeat(length)}y`);
    const delivery = {
      body: JSON.stringify(payloads[kind]?.(texts)),
      form: null,
      query: new Map(),
      headers: new Headers(),
    };
    expect(renderDelivery(slackIncoming, delivery, { filter: {}, namesSubject: false }).kind).toBe("messages");
  };
  expect(await takesLinearTime(convert, 10_000)).toBe(true);
});
