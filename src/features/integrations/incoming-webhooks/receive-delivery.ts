import * as v from "valibot";
import type { Delivery } from "../../../api/delivery.ts";
import { shapedAction } from "../../../api/endpoint.ts";
import { json, optional, text, type Values } from "../../../api/parameter.ts";
import type { Log } from "../../../logging/log.ts";
import type { Actor } from "../../../protocol/actor.ts";
import { boundedList, boundedText } from "../../../protocol/bounded.ts";
import { failure, success } from "../../../protocol/envelope.ts";
import { notFound } from "../../../protocol/errors.ts";
import { BotType } from "../../../protocol/roles.ts";
import { textResponse } from "../../../protocol/text-response.ts";
import type { Realm } from "../../../realm/realm.ts";
import { decodedUri } from "../../../util/decoded-uri.ts";
import { deliver } from "./deliver.ts";
import type { Delivered, PreparedDelivery } from "./delivery-log.ts";
import { channelParameter } from "./destination.ts";
import type { Integration } from "./integration.ts";
import { integrationNamed } from "./integrations.ts";
import { lookUpNames, prepareDelivery } from "./prepare-delivery.ts";
import { payloadOf } from "./render/render-delivery.ts";
import { slack } from "./services/general/slack.ts";
import { slackIncoming } from "./services/general/slack-incoming.ts";
import { template, templateIntegration } from "./template/template-integration.ts";
import { webhookSettingsOf } from "./webhook-settings.ts";

const eventNames = optional(json(boundedList(boundedText("name"), "names")));

const params = {
  stream: optional(text("name")),
  topic: optional(text("topic")),
  only_events: eventNames,
  exclude_events: eventNames,
};
const COMMON = new Set(["api_key", "client", "integration", ...Object.keys(params)]);
const reply = {
  ok: v.optional(v.boolean()),
  event_type: v.optional(v.string()),
  webhook_name: v.optional(v.string()),
  challenge: v.optional(v.string()),
};
const ofDeliveries = { by: "any account", takesDeliveries: true, params, reply } as const;

/** Receives a delivery of another service (webhooks.md 1). */
const receiveDeliveryEndpoint = shapedAction({
  route: "POST /external/:integration",
  ...ofDeliveries,
  params: { integration: text("word"), ...params },
  prepare(context) {
    const integration = integrationNamed(context.params.integration);
    return integration === undefined ? null : prepared(integration, context);
  },
  run: ({ realm, actor, params, prepared }) => received(realm, actor, params, prepared),
  shape: ({ params, delivery, result }) => deliveryResponse(integrationNamed(params.integration), delivery, result),
});

/** Receives any JSON for a bot with its own templates, which are loaded first. */
const receiveForTemplateEndpoint = shapedAction({
  route: "POST /external/template",
  ...ofDeliveries,
  plan({ realm, actor }) {
    const { topic_template: topic, content_template: content } = webhookSettingsOf(realm, actor.user_id);
    return { topic, content };
  },
  prepare: ({ plan, ...context }) => prepared(templateIntegration(plan), context),
  run: ({ realm, actor, params, prepared }) => received(realm, actor, params, prepared),
  shape: ({ delivery, result }) => deliveryResponse(template, delivery, result),
});

/** Receives Slack events. Requests names from Slack's API only after authenticating the sender. */
const receiveFromSlackEndpoint = shapedAction({
  route: "POST /external/slack",
  ...ofDeliveries,
  plan: () => ({}),
  async prepare({ plan: _, ...context }) {
    if (context.delivery === null) return null;
    return prepared(slack, context, await lookUpNames(slack, context.delivery, context));
  },
  run: ({ realm, actor, params, prepared }) => received(realm, actor, params, prepared),
  shape: ({ delivery, result }) => deliveryResponse(slack, delivery, result),
});

/** Receives deliveries in Slack's format, whose buttons and forms need a bot that can answer. */
const receiveAsSlackEndpoint = shapedAction({
  route: "POST /external/slack_incoming",
  ...ofDeliveries,
  plan: ({ actor }) => ({ bot: canAnswer(actor) ? `@**${actor.full_name}|${actor.user_id}**` : null }),
  prepare: ({ plan, ...context }) => prepared(slackIncoming, context, undefined, plan.bot ?? undefined),
  run: ({ realm, actor, params, prepared }) => received(realm, actor, params, prepared),
  shape: ({ delivery, result }) => deliveryResponse(slackIncoming, delivery, result),
});

/** True for accounts that can receive button presses: bots other than those only for incoming webhooks. */
const canAnswer = ({ is_bot, bot_type }: Actor): boolean => is_bot && bot_type !== BotType.incomingWebhook;

type DeliveryParams = Values<typeof params>;

function prepared(
  integration: Integration,
  { params, delivery, log }: { readonly params: DeliveryParams; readonly delivery: Delivery | null; readonly log: Log },
  names?: ReadonlyMap<string, string>,
  bot?: string,
): Promise<PreparedDelivery> | null {
  if (delivery === null) return null;
  return prepareDelivery(integration, delivery, {
    filter: { only: params.only_events, exclude: params.exclude_events },
    namesSubject: params.topic !== undefined || params.stream === undefined,
    ...(names && { names }),
    bot,
    log,
  });
}

function received(realm: Realm, actor: Actor, { stream, topic }: DeliveryParams, delivery: PreparedDelivery | null) {
  if (delivery === null) throw notFound("Not found");
  const again = integrationNamed(delivery.integration)?.escapesTwice === true ? unescaped : (text: string) => text;
  const address = {
    channel: stream === undefined || stream === "" ? undefined : channelParameter(again(stream)),
    topic: topic === undefined || topic === "" ? undefined : again(topic),
  };
  const delivered = deliver(realm, actor, address, delivery);
  return { delivered, identity: { full_name: actor.full_name, email: actor.email, id: actor.user_id } };
}

function deliveryResponse(
  integration: Integration | undefined,
  delivery: Delivery | null,
  { delivered, identity }: ReturnType<typeof received>,
): Response {
  if (integration?.answersAsSlack) return slackAnswer(delivered);
  const said = ordinaryAnswer(delivered, integration?.name ?? "", identity);
  const payload = delivery === null ? undefined : payloadOf(delivery);
  const told = payload === undefined ? {} : (integration?.reply?.(payload) ?? {});
  return said ?? success(told, ignoredOptions(delivery, integration));
}

const PLAIN = { "content-type": "text/plain; charset=utf-8" };

/** Responds to services that probe the URL with HEAD or GET (webhooks.md 1). */
const probeWebhookEndpoint = shapedAction({
  route: "GET /external/:integration",
  by: "any account",
  takesDeliveries: true,
  params: { integration: text("word"), challenge: optional(text("token")) },
  run({ params }) {
    if (integrationNamed(params.integration) === undefined) throw notFound("Not found");
    return {};
  },
  shape: ({ params: { challenge } }) => (challenge === undefined ? {} : textResponse(challenge, { headers: PLAIN })),
});

const unescaped = (text: string): string => decodedUri(text.replace(/\+/g, " ")) ?? text;

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

/** Returns the query parameters that have no effect. */
function ignoredOptions(delivery: Delivery | null, integration: Integration | undefined): string[] {
  const known = integration?.options ?? [];
  return [...(delivery?.query.keys() ?? [])].filter((name) => !COMMON.has(name) && !known.includes(name)).sort();
}

export const deliveryEndpoints = [
  receiveDeliveryEndpoint,
  receiveForTemplateEndpoint,
  receiveFromSlackEndpoint,
  receiveAsSlackEndpoint,
  probeWebhookEndpoint,
];
