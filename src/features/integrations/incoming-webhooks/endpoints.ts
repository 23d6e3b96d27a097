import * as v from "valibot";
import { action, shapedAction } from "../../../api/endpoint.ts";
import { integer, optional, text } from "../../../api/parameter.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { stateSlice } from "../../../realm/state-slice.ts";
import { accessBot, accessBotToSteer } from "../../organization/account-actions/bots/bots.ts";
import { tellBotOwner } from "../../organization/account-actions/bots/tell-owner.ts";
import { accountEntity, audit } from "../../trust/audit-log/audit.ts";
import { accessDelivery, deliveriesTo } from "./delivery-log.ts";
import { deliverySchema } from "./delivery-schema.ts";
import { integrationNamed, integrations } from "./integrations.ts";
import { payloadOf } from "./render/render-delivery.ts";
import type { SignatureForm } from "./signature.ts";
import { TemplateProblem } from "./template/parse-expression.ts";
import { presetNamed, presets } from "./template/presets.ts";
import { renderTemplate } from "./template/render-template.ts";
import { changeWebhookSettings, webhookSettingsOf } from "./webhook-settings.ts";

const names = v.array(v.string());

const described = integrations.map(({ name, title, category, events, options = [], signature }) => ({
  name,
  title,
  category,
  events: [...events],
  options: [...options],
  signature_header: signature?.header ?? "X-Hub-Signature-256",
  signature: signature === undefined ? null : describedSignature(signature),
}));

function describedSignature(form: SignatureForm) {
  if (form.by === "token") return { by: form.by, header: form.header };
  const { by, header, hash = "sha256", encoding = "hex", time, signed = "{body}" } = form;
  return {
    ...{ by, header, hash, encoding, signed },
    ...(time !== undefined && ("field" in time ? { time_field: time.field } : { time_header: time.header })),
  };
}

/** Not part of Zulip's API: the supported services, and the presets of the template webhook. */
const getIntegrationsEndpoint = action({
  route: "GET /integrations",
  reply: {
    integrations: v.array(
      v.object({
        name: v.string(),
        title: v.string(),
        category: v.string(),
        events: names,
        options: names,
        signature_header: v.string(),
        signature: v.nullable(
          v.object({
            by: v.string(),
            header: v.string(),
            hash: v.optional(v.string()),
            encoding: v.optional(v.string()),
            signed: v.optional(v.string()),
            time_field: v.optional(v.string()),
            time_header: v.optional(v.string()),
          }),
        ),
      }),
    ),
    presets: v.array(v.object({ name: v.string(), title: v.string(), topic: v.string(), content: v.string() })),
  },
  run: () => ({
    integrations: described,
    presets: presets.map(({ name, title, topic, content }) => ({ name, title, topic, content })),
  }),
});

/**
 * Not part of Zulip's API: a sample payload of a service, for testing a webhook before the service uses it. Users send
 * it to the webhook URL themselves.
 */
const getIntegrationSampleEndpoint = action({
  route: "GET /integrations/:integration/sample",
  params: { integration: text("word") },
  reply: { headers: v.record(v.string(), v.string()), body: v.string() },
  run({ params }) {
    const found = integrationNamed(params.integration) ?? presetNamed(params.integration);
    if (found === undefined) throw notFound("Integration does not exist");
    return { headers: { ...found.sample.headers }, body: found.sample.body };
  },
});

/** Not part of Zulip's API: a bot's delivery settings, for its owner. The secret itself is never returned again. */
const getWebhookSettingsEndpoint = action({
  route: "GET /bots/:bot_id/webhook",
  by: "human",
  params: { bot_id: integer },
  reply: { has_secret: v.boolean(), topic_template: v.string(), content_template: v.string() },
  run({ realm, actor, params }) {
    const { user } = accessBot(realm, actor, params.bot_id);
    const { secret, ...templates } = webhookSettingsOf(realm, user.id);
    return { has_secret: secret !== "", ...templates };
  },
});

/**
 * Not part of Zulip's API: sets the secret that signs deliveries to a bot, and the templates of its template webhook.
 * An empty string removes a setting.
 */
const updateWebhookSettingsEndpoint = action({
  route: "PATCH /bots/:bot_id/webhook",
  by: "human",
  params: {
    bot_id: integer,
    secret: optional(text("password")),
    topic_template: optional(text("template")),
    content_template: optional(text("template")),
  },
  run({ realm, actor, params: { bot_id, ...changes } }) {
    const { user } = accessBotToSteer(realm, actor, bot_id);
    const names = changeWebhookSettings(realm, user.id, changes);
    for (const name of names) audit(realm, "bot.setting_changed", { of: accountEntity(user), details: { name } });
    tellBotOwner(realm, actor, user, names);
  },
});

/**
 * Not part of Zulip's API: renders templates for a payload, or for a logged delivery, without posting. Errors in
 * templates are returned in `problem`.
 */
const tryTemplateEndpoint = shapedAction({
  route: "POST /bots/:bot_id/webhook/try",
  by: "human",
  params: {
    bot_id: integer,
    topic_template: optional(text("template"), ""),
    content_template: optional(text("template"), ""),
    payload: optional(text("payload")),
    delivery_id: optional(integer),
  },
  reply: {
    topic: v.string(),
    content: v.string(),
    problem: v.nullable(v.string()),
    problem_in: v.nullable(v.picklist(["topic_template", "content_template"])),
    problem_line: v.nullable(v.number()),
  },
  run({ realm, actor, params: { bot_id, payload, delivery_id } }) {
    const { user } = accessBot(realm, actor, bot_id);
    if (payload !== undefined || delivery_id === undefined) return payload ?? "{}";
    const delivery = accessDelivery(realm, actor, user.id, delivery_id);
    if (delivery.payload === null) throw notFound("Delivery does not exist");
    return delivery.payload;
  },
  shape({ params, result }) {
    const payload = payloadOf({ body: result, form: null }, { takesXml: true });
    if (payload === undefined) throw badRequest("payload is not valid JSON or XML");
    const topic = tried(() => renderTemplate(params.topic_template, payload.value, "line"));
    const content = tried(() => trimContent(renderTemplate(params.content_template, payload.value, "markdown")));
    const wrong = topic instanceof TemplateProblem ? topic : content instanceof TemplateProblem ? content : undefined;
    return {
      topic: typeof topic === "string" ? topic : "",
      content: typeof content === "string" ? content : "",
      problem: wrong?.message ?? null,
      problem_in:
        wrong === undefined ? null : wrong === topic ? ("topic_template" as const) : ("content_template" as const),
      problem_line: wrong?.line ?? null,
    };
  },
});

function tried(render: () => string): string | TemplateProblem {
  try {
    return render();
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
}

const getDeliveriesEndpoint = action({
  route: "GET /bots/:bot_id/deliveries",
  by: "human",
  params: { bot_id: integer },
  reply: {
    deliveries: v.array(deliverySchema),
  },
  run: ({ realm, actor, params }) => ({
    deliveries: deliveriesTo(realm, accessBot(realm, actor, params.bot_id).user.id),
  }),
});

/** Not part of Zulip's API. Only the newest payloads are still stored. */
const getDeliveryEndpoint = action({
  route: "GET /bots/:bot_id/deliveries/:delivery_id",
  by: "human",
  params: { bot_id: integer, delivery_id: integer },
  reply: { payload: v.nullable(v.string()) },
  run({ realm, actor, params }) {
    const { user } = accessBot(realm, actor, params.bot_id);
    return { payload: accessDelivery(realm, actor, user.id, params.delivery_id).payload };
  },
});

const realm_incoming_webhook_bots = integrations.map(({ name, title, events, options = [] }) => ({
  name,
  display_name: title,
  all_event_types: events.length === 0 ? null : [...events],
  config_options: [],
  url_options: options.map((key) => ({ key, label: key, validator: "check_string", input_type: "text" })),
}));

/** Integrations, for clients that create webhook URLs. Added by the Worker, which also has the list. */
export const integrationsSlice = stateSlice({
  types: ["realm_incoming_webhook_bots"],
  collect: () => ({}),
  shape: () => ({ realm_incoming_webhook_bots }),
});

export const incomingWebhookEndpoints = [
  getIntegrationsEndpoint,
  getIntegrationSampleEndpoint,
  getWebhookSettingsEndpoint,
  updateWebhookSettingsEndpoint,
  tryTemplateEndpoint,
  getDeliveriesEndpoint,
  getDeliveryEndpoint,
];
