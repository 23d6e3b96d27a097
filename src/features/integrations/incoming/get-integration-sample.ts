import * as v from "valibot";
import { action } from "../../../endpoints/endpoint.ts";
import { text } from "../../../endpoints/parameter.ts";
import { notFound } from "../../../protocol/errors.ts";
import { integrationNamed } from "./integrations.ts";
import { presetNamed } from "./template/presets.ts";

/**
 * No part of Zulip's API: what a service sends, for whoever tries out a webhook before the service does. It is delivered by
 * them, to the address that they have made.
 */
export const getIntegrationSampleEndpoint = action({
  route: "GET /integrations/:integration/sample",
  params: { integration: text("word") },
  reply: { headers: v.record(v.string(), v.string()), body: v.string() },
  run({ params }) {
    const found = integrationNamed(params.integration) ?? presetNamed(params.integration);
    if (found === undefined) throw notFound("Integration does not exist");
    return { headers: { ...found.sample.headers }, body: found.sample.body };
  },
});
