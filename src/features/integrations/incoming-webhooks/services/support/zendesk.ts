import { entryFor, integration, jsonSample, type WebhookMessage } from "../../integration.ts";
import { bold, facts, lines, paragraphs, quote, quotedTitle, spaced, withQuote } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const topicOf = (id: string, title: string) => `#${id}: ${title}`;

/** Reads a trigger's message, as configured by its author: a form, or the same fields as JSON. */
function triggerMessage(payload: Payload, namesSubject: boolean): WebhookMessage {
  const topic = topicOf(payload.line("ticket_id"), payload.line("ticket_title"));
  const text = payload.text("message");
  return { topic, content: namesSubject ? paragraphs(bold(topic), text) : text };
}

const TYPE = "zen:event-type:ticket.";
const RENDERERS: Readonly<Record<string, (event: Payload, ticket: Payload) => string>> = {
  created: (_, ticket) => lines("was created.", details(ticket)),
  comment_added: (event) => {
    const who = event.oneOf(["comment.author.name"], "");
    const kind = event.at("comment.is_public").value === false ? "an internal note" : "a comment";
    return withQuote(`has ${kind}${who === "" ? "" : ` by ${who}`}`, quote(event.text("comment.body", "")));
  },
  status_changed: (event) => changed(event, "status"),
  priority_changed: (event) => changed(event, "priority"),
  type_changed: (event) => changed(event, "type"),
  subject_changed: (event) => `was renamed (it was ${quotedTitle(event.line("previous", ""))}).`,
  agent_assignment_changed: () => "has another assignee.",
  group_assignment_changed: () => "has another group.",
  merged: () => "was merged into another one.",
  soft_deleted: () => "was deleted.",
  undeleted: () => "was restored.",
  marked_as_spam: () => "was marked as spam.",
};

const word = (payload: Payload, path: string) => spaced(payload.line(path, "none")).toLowerCase();
const changed = (event: Payload, what: string) =>
  `changed its ${what} from ${bold(word(event, "previous"))} to ${bold(word(event, "current"))}.`;
const details = (ticket: Payload) =>
  facts({
    Type: ticket.has("type") ? word(ticket, "type") : "",
    Priority: ticket.has("priority") ? word(ticket, "priority") : "",
    Status: ticket.has("status") ? word(ticket, "status") : "",
    Tags: ticket
      .list("tags")
      .map(({ value }) => (typeof value === "string" ? value.slice(0, 100) : ""))
      .filter((tag) => tag !== "")
      .slice(0, 20)
      .join(", "),
  });

export const zendesk = integration({
  name: "zendesk",
  title: "Zendesk",
  events: Object.keys(RENDERERS).map((name) => `ticket.${name}`),
  deliveryId: "X-Zendesk-Webhook-Invocation-Id",
  signature: {
    by: "hmac",
    header: "X-Zendesk-Webhook-Signature",
    encoding: "base64",
    time: { header: "X-Zendesk-Webhook-Signature-Timestamp" },
    signed: "{time}{body}",
  },
  render({ payload, namesSubject }) {
    const type = payload.line("type", "");
    if (!type.startsWith("zen:")) return triggerMessage(payload, namesSubject);
    const name = type.startsWith(TYPE) ? type.slice(TYPE.length) : "";
    const teller = entryFor(RENDERERS, name, type.replace("zen:event-type:", ""));
    const ticket = payload.at("detail");
    const topic = topicOf(ticket.line("id"), ticket.line("subject", "without a subject"));
    return {
      event: `ticket.${name}`,
      topic,
      content: `Ticket ${bold(topic)} ${teller(payload.at("event"), ticket)}`,
    };
  },
  sample: jsonSample({ ticket_title: "The lid is open", ticket_id: "7", message: "Ann has **opened** a ticket." }),
});
