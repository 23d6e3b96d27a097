import * as v from "valibot";
import type { Delivery } from "../../../endpoints/delivery.ts";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { json, optional, text } from "../../../endpoints/parameter.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { failure, success } from "../../../protocol/envelope.ts";
import { notFound } from "../../../protocol/errors.ts";
import { textResponse } from "../../../protocol/text-response.ts";
import { deliver } from "./deliver.ts";
import { channelParameter } from "./destination.ts";
import type { Integration } from "./integration.ts";
import { integrationNamed } from "./integrations.ts";
import { prepareDelivery } from "./prepare-delivery.ts";
import type { Delivered } from "./prepared-delivery.ts";

const eventNames = optional(json(boundedList(boundedText("name"), "names")));

const params = {
  integration: text("word"),
  stream: optional(text("name")),
  topic: optional(text("topic")),
  only_events: eventNames,
  exclude_events: eventNames,
};
const COMMON = new Set(["api_key", "client", ...Object.keys(params)]);

/** Takes what another service delivers (webhooks.md 1). */
export const receiveDeliveryEndpoint = shapedAction({
  route: "POST /external/:integration",
  by: "any account",
  takesDeliveries: true,
  params,
  reply: { ok: v.optional(v.boolean()), event_type: v.optional(v.string()), webhook_name: v.optional(v.string()) },
  prepare({ params, delivery, log }) {
    const integration = integrationNamed(params.integration);
    if (integration === undefined || delivery === null) return null;
    return prepareDelivery(integration, delivery, {
      filter: { only: params.only_events, exclude: params.exclude_events },
      namesSubject: params.topic !== undefined || params.stream === undefined,
      log,
    });
  },
  run({ realm, actor, params, prepared }) {
    if (prepared === null) throw notFound("Not found");
    const again = integrationNamed(params.integration)?.escapesTwice === true ? unescaped : (text: string) => text;
    const { stream, topic } = params;
    const delivered = deliver(
      realm,
      actor,
      {
        channel: stream === undefined || stream === "" ? undefined : channelParameter(again(stream)),
        topic: topic === undefined || topic === "" ? undefined : again(topic),
      },
      prepared,
    );
    return { delivered, identity: { full_name: actor.full_name, email: actor.email, id: actor.user_id } };
  },
  shape({ params, delivery, result: { delivered, identity } }) {
    const integration = integrationNamed(params.integration);
    const answer = integration?.answersAsSlack
      ? slackAnswer(delivered)
      : ordinaryAnswer(delivered, params.integration, identity);
    return answer ?? success({}, ignoredOptions(delivery, integration));
  },
});

const PLAIN = { "content-type": "text/plain; charset=utf-8", "x-content-type-options": "nosniff" };

/** Answers the probes of services that ask with HEAD or GET whether the address is right (webhooks.md 1). */
export const probeWebhookEndpoint = shapedAction({
  route: "GET /external/:integration",
  by: "any account",
  takesDeliveries: true,
  params: { integration: text("word"), challenge: optional(text("token")) },
  reply: {},
  run({ params }) {
    if (integrationNamed(params.integration) === undefined) throw notFound("Not found");
    return {};
  },
  shape: ({ params: { challenge } }) => (challenge === undefined ? {} : textResponse(challenge, { headers: PLAIN })),
});

function unescaped(text: string): string {
  try {
    return decodeURIComponent(text.replace(/\+/g, " "));
  } catch {
    return text;
  }
}

function ordinaryAnswer({ outcome, error, event }: Delivered, name: string, identity: object): Response | undefined {
  if (error !== undefined) return failure(error);
  if (outcome === "identity") return success(identity, []);
  if (outcome !== "unsupported") return undefined;
  const msg = `The '${event}' event isn't currently supported by the ${name} webhook; ignoring`;
  return success({ msg, code: "UNSUPPORTED_WEBHOOK_EVENT_TYPE", event_type: event, webhook_name: name }, []);
}

function slackAnswer({ error }: Delivered): Response {
  if (error === undefined) return Response.json({ ok: true, result: "success", msg: "" });
  return Response.json({ ok: false, error: error.msg }, { status: error.status ?? 400 });
}

/** The parameters of the address that neither all integrations nor this one read. */
function ignoredOptions(delivery: Delivery | null, integration: Integration | undefined): string[] {
  const known = integration?.options ?? [];
  return [...(delivery?.query.keys() ?? [])].filter((name) => !COMMON.has(name) && !known.includes(name)).sort();
}
