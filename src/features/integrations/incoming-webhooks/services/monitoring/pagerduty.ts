import { configured, integration, jsonSample, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import { facts, joinItems, lines, link, marked, paragraphs, quote, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Wording for actions on an incident, by the last word of V3's event types. */
const VERBS: Readonly<Record<string, string>> = {
  triggered: "was triggered",
  acknowledged: "was acknowledged",
  unacknowledged: "was unacknowledged",
  resolved: "was resolved",
  reopened: "was reopened",
  assigned: "was assigned",
  reassigned: "was reassigned",
  escalated: "was escalated",
  delegated: "was delegated",
  annotated: "has a new note",
  priority_updated: "was given another priority",
  status_update_published: "has a status update",
  "responder.added": "has another responder:",
  "responder.replied": "has an answer of",
};

/** Event names of V1 and V2, mapped to those of V3. */
const OLDER: Readonly<Record<string, string>> = {
  trigger: "triggered",
  acknowledge: "acknowledged",
  unacknowledge: "unacknowledged",
  resolve: "resolved",
  reopen: "reopened",
  assign: "assigned",
  escalate: "escalated",
  delegate: "delegated",
  annotate: "annotated",
};

const ASSIGNING = ["assigned", "reassigned", "escalated", "delegated"];

interface IncidentEvent {
  readonly event: string;
  readonly incident: Payload;
  readonly who: string;
  readonly assignees: readonly Payload[];
  readonly text: string;
}

const referenceLink = (thing: Payload) =>
  link(thing.oneOf(["summary", "name", "email"], "?"), thing.line("html_url", ""));

function message({ event, incident, who, assignees, text }: IncidentEvent): WebhookMessage {
  const number = incident.oneOf(["number", "incident_number"], "");
  const title = incident.oneOf(
    ["title", "summary", "trigger_summary_data.subject", "trigger_summary_data.description", "incident_key"],
    "without a title",
  );
  const name = `${title}${number === "" ? "" : ` (#${number})`}`;
  const shown = `Incident ${link(name, incident.line("html_url", ""))}`;
  const to = ASSIGNING.includes(event) && assignees.length > 0 ? ` to ${joinItems(assignees.map(referenceLink))}` : "";
  const by = who === "" ? "" : event.startsWith("responder") ? ` ${who}` : ` by ${who}`;
  const isNew = event === "triggered";
  const details = facts({
    Service: incident.has("service") ? referenceLink(incident.at("service")) : "",
    Priority: isNew || event === "priority_updated" ? incident.oneOf(["priority.summary", "priority.name"], "") : "",
    Urgency: isNew ? incident.line("urgency", "") : "",
    Assignee: isNew ? joinItems(assignees.map(referenceLink)) : "",
    "Escalation policy":
      isNew && incident.has("escalation_policy") ? referenceLink(incident.at("escalation_policy")) : "",
  });
  const isWell = event === "resolved" ? true : isNew || event === "reopened" ? false : undefined;
  return {
    event,
    topic: `Incident ${name}`,
    content: paragraphs(lines(marked(isWell, `${shown} ${VERBS[event]}${to}${by}.`), details), quote(text)),
  };
}

/** Renders V3: one event, whose data is the incident or refers to it. */
function current(payload: Payload): WebhookMessage {
  const type = payload.line("event.event_type");
  if (type === "pagey.ping") return { topic: "PagerDuty", content: configured("PagerDuty") };
  const event = type.startsWith("incident.") ? type.slice("incident.".length) : type;
  const data = payload.at("event.data");
  if (type.startsWith("service.")) return service(type, data, payload.at("event.agent"));
  if (wordFor(VERBS, event) === undefined) throw new UnsupportedEvent(type);
  const agent = payload.at("event.agent");
  return message({
    event,
    incident: data.has("incident") ? data.at("incident") : data,
    who: event.startsWith("responder") ? responder(data) : agent.has("summary") ? referenceLink(agent) : "",
    assignees: data.list("assignees"),
    text: data.oneOf(["content", "message"], "") === "" ? "" : data.text("content", data.text("message", "")),
  });
}

const responder = (data: Payload) => {
  const who = data.has("user")
    ? referenceLink(data.at("user"))
    : data.has("escalation_policy")
      ? referenceLink(data.at("escalation_policy"))
      : "";
  const state = data.line("state", "");
  return state === "" || who === "" ? who : `${who} (${state})`;
};

const SERVICE_EVENTS = ["service.created", "service.updated", "service.deleted"];

function service(event: string, data: Payload, agent: Payload): WebhookMessage {
  if (!SERVICE_EVENTS.includes(event)) throw new UnsupportedEvent(event);
  const by = agent.has("summary") ? ` by ${referenceLink(agent)}` : "";
  const name = data.oneOf(["summary", "name"], "?");
  return {
    event,
    topic: `Service ${name}`,
    content: `Service ${referenceLink(data)} was ${event.slice("service.".length)}${by}.`,
  };
}

const olderType = (item: Payload) => item.oneOf(["event", "type"]);
const olderEvent = (item: Payload) => wordFor(OLDER, olderType(item).replace(/^incident\./, ""));

/** Renders V1 and V2: a list of messages, each with its incident. */
function older(item: Payload): WebhookMessage {
  const event = olderEvent(item);
  if (event === undefined) throw new UnsupportedEvent(olderType(item));
  const incident = item.has("incident") ? item.at("incident") : item.at("data.incident");
  const entry = item.at("log_entries.0");
  const who =
    event === "resolved" && incident.has("resolved_by_user")
      ? incident.at("resolved_by_user")
      : item.has("log_entries")
        ? entry.at("agent")
        : incident.at("last_status_change_by");
  const assigned = incident.list("assignments").map((one) => one.at("assignee"));
  const before = incident.has("assigned_to_user") ? [incident.at("assigned_to_user")] : [];
  const isPerson = event !== "triggered" && who.oneOf(["summary", "name"], "") !== "";
  const text =
    event === "annotated"
      ? entry.text("channel.summary", entry.text("channel.content", ""))
      : event === "triggered"
        ? incident.text("description", incident.text("trigger_summary_data.description", ""))
        : "";
  const title = incident.oneOf(["title", "trigger_summary_data.subject", "trigger_summary_data.description"], "");
  return message({
    event,
    incident,
    who: isPerson ? referenceLink(who) : "",
    assignees: assigned.length > 0 ? assigned : before,
    text: text.trim() === title ? "" : text,
  });
}

export const pagerduty = integration({
  name: "pagerduty",
  title: "PagerDuty",
  events: [...Object.keys(VERBS), ...SERVICE_EVENTS],
  deliveryId: "payload:event.id",
  signature: { by: "hmac", header: "X-PagerDuty-Signature" },
  render({ payload }) {
    if (!payload.has("messages")) return current(payload);
    const messages = payload.list("messages");
    const known = messages.filter((item) => olderEvent(item) !== undefined);
    return (known.length > 0 ? known : messages).map(older);
  },
  sample: jsonSample({
    event: {
      event_type: "incident.triggered",
      data: {
        html_url: "https://birds.pagerduty.com/incidents/PINC007",
        number: 7,
        title: "The lid is open",
        service: { summary: "Nest", html_url: "https://birds.pagerduty.com/services/PNEST01" },
        assignees: [{ summary: "Bob", html_url: "https://birds.pagerduty.com/users/PBOB002" }],
        escalation_policy: {
          summary: "Day birds",
          html_url: "https://birds.pagerduty.com/escalation_policies/PESC001",
        },
        priority: { summary: "P1" },
        urgency: "high",
      },
    },
  }),
});
