import { integration, jsonSample, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import { bold, facts, lines, link, listItem, marked, paragraphs, quote, spaced, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const MAX_COMPONENTS = 20;
/** Final states of an incident or maintenance. */
const OVER = ["resolved", "completed", "postmortem"];

const change = (from: string, to: string) =>
  from === "" || from === to ? bold(spaced(to)) : `${bold(spaced(from))} → ${bold(spaced(to))}`;

function incident(item: Payload): WebhookMessage {
  const [topic, status] = [item.line("name"), item.line("status")];
  // The newest update comes first.
  const update = item.at("incident_updates.0");
  const components = update.list("affected_components").slice(0, MAX_COMPONENTS);
  const starts = item.line("scheduled_for", "");
  const until = item.line("scheduled_until", "");
  const window = starts === "" ? "" : `${time(starts)}${until === "" ? "" : ` to ${time(until)}`}`;
  const isWell = OVER.includes(status) ? true : starts === "" ? false : undefined;
  const impact = item.line("impact", "none");
  return {
    event: "incident",
    topic,
    content: paragraphs(
      lines(
        marked(isWell, `${link(topic, item.oneOf(["shortlink", "url"], ""))}: ${bold(spaced(status))}`),
        facts({ Impact: impact === "none" ? "" : impact, Scheduled: window }),
        ...components.map((one) =>
          listItem(`${one.line("name", "?")}: ${change(one.line("old_status", ""), one.line("new_status", "?"))}`),
        ),
      ),
      quote(update.text("body", "")),
    ),
  };
}

function component(payload: Payload): WebhookMessage {
  const topic = payload.line("component.name");
  const to = payload.line("component_update.new_status", payload.line("component.status", "?"));
  const text = `${bold(topic)}: ${change(payload.line("component_update.old_status", ""), to)}`;
  const isWell = /^operational$/i.test(to) ? true : /maintenance/i.test(to) ? undefined : false;
  return { event: "component", topic, content: marked(isWell, text) };
}

/** Statuspage sends no event type, so the payload's fields determine it. */
export const statuspage = integration({
  name: "statuspage",
  title: "Statuspage",
  events: ["component", "incident"],
  render({ payload }) {
    if (payload.has("incident")) return incident(payload.at("incident"));
    if (payload.has("component") || payload.has("component_update")) return component(payload);
    payload.text("page.id");
    throw new UnsupportedEvent("page");
  },
  sample: jsonSample({
    incident: {
      impact: "major",
      name: "The lid does not close",
      status: "identified",
      shortlink: "https://stspg.io/x1",
      incident_updates: [
        {
          body: "The oil is gone.",
          affected_components: [{ name: "Lid", old_status: "operational", new_status: "major_outage" }],
        },
      ],
    },
  }),
});
