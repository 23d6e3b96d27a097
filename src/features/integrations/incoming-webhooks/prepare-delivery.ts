import { createHash } from "node:crypto";
import * as v from "valibot";
import type { Delivery } from "../../../api/delivery.ts";
import type { Config } from "../../../config/config.ts";
import type { Env } from "../../../config/env.ts";
import type { Log } from "../../../logging/log.ts";
import { parseMarkup } from "../../../markup/index.ts";
import { askOutside } from "../../../outbound-http/ask-outside.ts";
import { readText } from "../../../outbound-http/bounded-body.ts";
import { trimContent } from "../../../protocol/message-content.ts";
import { foreignJson } from "../../../util/foreign-json.ts";
import { saidWithWidget, type Widget, widgetSchema } from "../../messages/widgets/widget.ts";
import type { PreparedDelivery } from "./delivery-log.ts";
import type { Integration, LookUp, Offered } from "./integration.ts";
import { withoutWildcards } from "./quiet-names.ts";
import { Payload } from "./render/payload.ts";
import { type DeliveryOptions, payloadOf, type RenderedDelivery, renderDelivery } from "./render/render-delivery.ts";
import { signatureOf } from "./signature.ts";

interface Asking {
  readonly env: Env;
  readonly config: Config;
  readonly log: Log;
}

/** Services such as Slack wait three seconds for a response, and then deliver again. */
const LIMITS = { timeoutMs: 2000, mostBytes: 300_000, redirects: 0 };
const MAX_LOOK_UPS = 10;

/** Requests the names for a delivery's ids from the service, in parallel. Omits names whose requests fail. */
export async function lookUpNames(
  integration: Integration,
  delivery: Delivery,
  asking: Asking,
): Promise<ReadonlyMap<string, string>> {
  const payload = payloadOf(delivery);
  const option = (name: string) => delivery.query.get(name) ?? "";
  const lookUps = payload === undefined ? [] : (integration.lookUps?.({ payload, option }) ?? []);
  const asked = lookUps
    .slice(0, MAX_LOOK_UPS)
    .map(async (lookUp) => [lookUp.id, await lookUpName(lookUp, asking)] as const);
  return new Map((await Promise.all(asked)).filter(([, name]) => name !== ""));
}

async function lookUpName({ url, token, fields }: LookUp, asking: Asking): Promise<string> {
  try {
    const headers = { Accept: "application/json", Authorization: `Bearer ${token}` };
    const { body } = await askOutside(asking, url, { headers, ...LIMITS });
    return new Payload(foreignJson(await readText(body))).oneOf(fields, "");
  } catch (error) {
    asking.log.warn("integration_look_up_failed", { problem: String(error).slice(0, 300) });
    return "";
  }
}

const BRAND = "Parley";
const MAX_KEY = 300;

/** Runs in the Worker. Reads a delivery, creates its messages, and parses their texts. */
export async function prepareDelivery(
  integration: Integration,
  delivery: Delivery,
  { log, bot, ...options }: DeliveryOptions & { readonly log: Log; readonly bot?: string | undefined },
): Promise<PreparedDelivery> {
  const rendered = withSafeTexts(renderDelivery(integration, delivery, options), bot);
  if (rendered.kind === "refused" && rendered.cause !== undefined) {
    log.warn("integration_failed", { integration: integration.name, problem: String(rendered.cause).slice(0, 300) });
  }
  const messages = rendered.kind === "messages" ? rendered.messages : [];
  const markup = [];
  for (const { content } of messages) markup.push(await parseMarkup(content));
  return {
    integration: integration.name,
    title: integration.title,
    rendered: withoutCause(rendered),
    markup,
    deliveryKey: deliveryKeyOf(integration, delivery),
    signature: signatureOf(delivery, integration.signature),
    payload: isBodyAlone(delivery) ? delivery.body : JSON.stringify(payloadOf(delivery, integration)?.value ?? {}),
    client: `${BRAND}${integration.title.replace(/[^A-Za-z0-9]/g, "")}Webhook`.slice(0, 30),
  };
}

const isBodyAlone = ({ form, body }: Delivery) => form === null && body.trim() !== "";

function withoutCause(rendered: RenderedDelivery): RenderedDelivery {
  if (rendered.kind !== "refused") return rendered;
  const { cause: _, ...rest } = rendered;
  return rest;
}

function withSafeTexts(rendered: RenderedDelivery, bot: string | undefined): RenderedDelivery {
  if (rendered.kind !== "messages") return rendered;
  const cleaned = rendered.messages.map(({ offered, ...message }) => {
    const made = offered && bot !== undefined ? widgetOf(offered, bot) : undefined;
    const { content, widget } = saidWithWidget(safeContent(message.content), made);
    return { ...message, content, ...(widget && { widget }) };
  });
  return { ...rendered, messages: cleaned.filter(({ content }) => content !== "") };
}

/** Creates a widget. Its commands, for clients without buttons, start with `bot`, a mention such as `@**Name**`. */
function widgetOf({ buttons, form }: Offered, bot: string): Widget | undefined {
  const withCommand = <T extends object>(one: T, label: string) => ({ ...one, command: `${bot} ${label}` });
  const extra_data = {
    type: "choices",
    ...(buttons && { buttons: buttons.map((one) => withCommand(one, one.label)) }),
    ...(form && { form: withCommand(form, form.submit) }),
  };
  const widget = v.safeParse(widgetSchema, { widget_type: "zform", extra_data });
  return widget.success ? widget.output : undefined;
}

/** Cleans a message's text, and disables wildcard mentions, which other services' content can't use (webhooks.md 7). */
const safeContent = (content: string): string =>
  trimContent(withoutWildcards(content.toWellFormed().replaceAll("\0", "")));

/**
 * Returns the key that identifies a delivery among all of a bot's deliveries. It includes the URL's channel and topic,
 * because webhooks with different URLs may get the same event.
 */
function deliveryKeyOf(integration: Integration, delivery: Delivery): string | null {
  const { name, deliveryId } = integration;
  const id = deliveryId?.startsWith("payload:")
    ? payloadOf(delivery, integration)?.line(deliveryId.slice("payload:".length), "")
    : delivery.headers.get(deliveryId ?? "Idempotency-Key");
  if (!id) return null;
  const { query } = delivery;
  const key = [name, query.get("stream") ?? "", query.get("topic") ?? "", id].join("\n");
  return key.length <= MAX_KEY ? key : createHash("sha256").update(key).digest("hex");
}
