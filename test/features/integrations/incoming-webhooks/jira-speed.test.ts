import { expect, test } from "vitest";
import { renderDelivery } from "../../../../src/features/integrations/incoming-webhooks/render/render-delivery.ts";
import { jira } from "../../../../src/features/integrations/incoming-webhooks/services/issues/jira.ts";
import { takesLinearTime } from "../../../support/linear-time.ts";

test.each(["[", "[~"])("a description in Jira full of %j is converted in linear time", async (opening) => {
  const convert = (length: number) => {
    const description = opening.repeat(length / opening.length);
    const body = JSON.stringify({
      webhookEvent: "jira:issue_created",
      user: { displayName: "Ann" },
      issue: {
        key: "NEST-7",
        self: "https://birds.atlassian.net/rest/api/2/issue/7",
        fields: { summary: "a", description },
      },
    });
    const delivery = { body, form: null, query: new Map(), headers: new Headers() };
    for (let time = 0; time < 5; time++)
      expect(renderDelivery(jira, delivery, { filter: {}, namesSubject: false }).kind).toBe("messages");
  };
  expect(await takesLinearTime(convert, 8000)).toBe(true);
});
