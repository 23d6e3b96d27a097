import * as v from "valibot";
import { shapedAction } from "../../../endpoints/endpoint.ts";
import { integer, optional, text } from "../../../endpoints/parameter.ts";
import { badRequest, notFound } from "../../../protocol/errors.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { accessBot } from "../../organization/users/actions/bots/bots.ts";
import { accessDelivery } from "./delivery-log.ts";
import { payloadOf } from "./render/render-delivery.ts";
import { TemplateProblem } from "./template/parse-expression.ts";
import { renderTemplate } from "./template/render-template.ts";

/**
 * No part of Zulip's API: shows what templates make of a payload, or of one that was delivered, without sending it. What is
 * wrong with a template is told as its problem.
 */
export const tryTemplateEndpoint = shapedAction({
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

/** The text that a template makes, or the fault in it. */
function tried(render: () => string): string | TemplateProblem {
  try {
    return render();
  } catch (error) {
    if (error instanceof TemplateProblem) return error;
    throw error;
  }
}
