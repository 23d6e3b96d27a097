import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { bold, facts, joinItems, lines, link, marked, paragraphs, quote, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const VERBS: Readonly<Record<string, string>> = {
  Create: "was created",
  Acknowledge: "was acknowledged",
  UnAcknowledge: "was unacknowledged",
  Close: "was closed",
  Delete: "was deleted",
  AddNote: "has a new note",
  AddTags: "was given new tags",
  RemoveTags: "had tags removed",
  AddRecipient: "was given another recipient",
  AddResponder: "was given another responder",
  AddTeam: "was given another team",
  AssignOwnership: "was assigned",
  TakeOwnership: "was taken over",
  Escalate: "was escalated",
  EscalateNext: "was escalated to the next step",
  Snooze: "was snoozed",
  SnoozeEnded: "is no longer snoozed",
  UpdatePriority: "was given another priority",
  UpdateMessage: "was given another message",
  UpdateDescription: "was given another description",
};

/** Custom actions can have any name. Opsgenie's example uses this one. */
const OWN_ACTION = "TestAction";

/** Returns the names in a list. Older integrations send comma-separated text instead. */
const words = (alert: Payload, path: string) =>
  alert
    .list(path)
    .map((one) => one.oneOf(["name", "username"], typeof one.value === "string" ? one.value.slice(0, 200) : ""))
    .filter((one) => one !== "");
const all = (alert: Payload, path: string) => {
  const items = words(alert, path);
  return joinItems(items.length > 0 ? items : alert.line(path, "").split(/\s*,\s*/));
};

export const opsgenie = integration({
  name: "opsgenie",
  title: "Opsgenie",
  events: [...Object.keys(VERBS), OWN_ACTION],
  render({ payload }) {
    const event = payload.line("action");
    const alert = payload.at("alert");
    const id = alert.line("alertId", "");
    if (id === "" && !Object.hasOwn(VERBS, event)) throw new UnsupportedEvent(event);
    const did = wordFor(VERBS, event) ?? `had the action ${bold(event)} run`;
    const title = alert.line("message", alert.line("alias", "without a message"));
    const number = alert.line("tinyId", "");
    const shown = link(
      `${number === "" ? "" : `#${number} `}${title}`,
      id === "" ? "" : `https://app.opsgenie.com/alert/detail/${encodeURIComponent(id)}/details`,
    );
    const owner = alert.line("owner", "");
    const to = event === "AssignOwnership" && owner !== "" ? ` to ${bold(owner)}` : "";
    const who = alert.line("username", "");
    const isNew = event === "Create";
    const by = isNew || who === "" || /^system$/i.test(who) ? "" : ` by ${who}`;
    const before = alert.line("oldPriority", "");
    const changed = {
      "New tags": event === "AddTags" ? all(alert, "addedTags") : "",
      "Removed tags": event === "RemoveTags" ? all(alert, "removedTags") : "",
      Tags: all(alert, "tags"),
      Priority:
        event === "UpdatePriority" && before !== ""
          ? `${before} → ${alert.line("priority", "?")}`
          : isNew || event === "UpdatePriority"
            ? alert.line("priority", "")
            : "",
      Owner: isNew ? owner : "",
      Teams: isNew || event === "AddTeam" ? all(alert, "team") || all(alert, "responders") : "",
      Recipients: event === "AddRecipient" ? alert.line("recipient", all(alert, "recipients")) : "",
      Responder: event === "AddResponder" ? alert.line("recipient", all(alert, "responders")) : "",
      Escalation: event.startsWith("Escalate") ? payload.oneOf(["escalation.name", "escalationName"], "") : "",
      "Snoozed until": event === "Snooze" ? alert.oneOf(["snoozedUntil", "snoozeEndDate"], "") : "",
      Source: isNew ? alert.line("source", "") : "",
      Entity: isNew ? alert.line("entity", "") : "",
    };
    const text = isNew || event === "UpdateDescription" ? alert.text("description", "") : alert.text("note", "");
    return {
      event,
      topic: payload.oneOf(["integrationName", "source.name"], "Opsgenie"),
      content: paragraphs(
        lines(
          marked(isNew ? false : event === "Close" ? true : undefined, `Alert ${shown} ${did}${to}${by}.`),
          facts(changed),
        ),
        quote(text),
      ),
    };
  },
  sample: jsonSample({
    action: "Create",
    alert: {
      alertId: "052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000",
      message: "The lid is open",
      tags: ["lid", "rain"],
      tinyId: "7",
      entity: "nest-1",
      priority: "P1",
      description: "Rain comes in.",
      source: "web",
      team: "Day birds",
    },
    integrationName: "Nest alerts",
  }),
});
