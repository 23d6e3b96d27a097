import { integration, UnsupportedEvent } from "../integration.ts";
import { facts, lines, link, listed, marked, spaced, time, wordFor } from "../render/compose.ts";
import { MalformedPayload, type Payload } from "../render/payload.ts";

const DID: Readonly<Record<string, string>> = {
  CREATED: "was created",
  ACTIVATED: "is active",
  ACKNOWLEDGED: "was acknowledged",
  DEACTIVATED: "is no longer active",
  CLOSED: "was closed",
};

/** New Relic has its times in milliseconds: others would be shown as days in 1970. */
function moment(payload: Payload, path: string): string {
  if (!payload.has(path)) return "";
  const at = payload.number(path);
  if (!(at >= 1e11 && at < 1e14)) throw new MalformedPayload(path, "is not a time in milliseconds");
  return time(at);
}

const names = (payload: Payload, path: string) =>
  listed(payload.list(path).map(({ value }) => (typeof value === "string" ? value.slice(0, 200) : ""))) ||
  payload.line(path, "");

export const newrelic = integration({
  name: "newrelic",
  title: "New Relic",
  category: "monitoring",
  events: Object.keys(DID),
  render({ payload }) {
    const event = payload.line("state").toUpperCase();
    const did = wordFor(DID, event);
    if (did === undefined) throw new UnsupportedEvent(event);
    const title = payload.line("title");
    const owner = payload.line("owner", "");
    const isOver = event === "CLOSED" || event === "DEACTIVATED";
    const count = payload.number("totalIncidents", 0);
    const details = facts({
      Priority: payload.line("priority", "").toLowerCase(),
      Opened: moment(payload, "createdAt"),
      Updated: moment(payload, "updatedAt"),
      Incidents: count > 0 ? String(count) : "",
      Policy: names(payload, "alertPolicyNames"),
      Condition: names(payload, "alertConditionNames"),
      Entities: names(payload, "impactedEntities"),
      Trigger: spaced(payload.line("trigger", "")).toLowerCase(),
      Owner: owner === "N/A" ? "" : owner,
    });
    const shown = link(title, payload.line("issueUrl", ""));
    return {
      event,
      topic: title,
      content: lines(marked(event === "ACKNOWLEDGED" ? undefined : isOver, `Issue ${shown} ${did}.`), details),
    };
  },
});
