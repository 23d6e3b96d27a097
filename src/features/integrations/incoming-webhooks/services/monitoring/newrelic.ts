import { entryFor, integration, jsonSample, type WebhookMessage } from "../../integration.ts";
import {
  facts,
  joinItems,
  lines,
  link,
  marked,
  paragraphs,
  quote,
  spaced,
  time,
  wordFor,
} from "../../render/compose.ts";
import { MalformedPayload, type Payload } from "../../render/payload.ts";

const VERBS: Readonly<Record<string, string>> = {
  CREATED: "was created",
  ACTIVATED: "is active",
  ACKNOWLEDGED: "was acknowledged",
  DEACTIVATED: "is no longer active",
  CLOSED: "was closed",
};

/** Incident states that older channels report, with their current names. */
const OLDER_STATES: Readonly<Record<string, string>> = { OPEN: "CREATED" };

/** Formats New Relic's times, which are in milliseconds. Other values would show as dates in 1970. */
function formatTime(payload: Payload, path: string): string {
  if (!payload.has(path)) return "";
  const at = payload.number(path);
  if (!(at >= 1e11 && at < 1e14)) throw new MalformedPayload(path, "is not a time in milliseconds");
  return time(at);
}

const isPlain = ({ value }: Payload) => ["string", "number", "boolean"].includes(typeof value);

const listValues = (item: Payload) =>
  joinItems(
    item
      .list("")
      .filter(isPlain)
      .map(({ value }) => String(value).slice(0, 200)),
  ) || item.line("", "");
const names = (payload: Payload, path: string) => listValues(payload.at(path));

const MAX_FIELDS = 30;

/** Returns the fields of an object whose field names are user-defined. */
const ownFields = (item: Payload): Record<string, string> =>
  Object.fromEntries(
    item
      .fields("")
      .slice(0, MAX_FIELDS)
      .map(([name, value]) => [spaced(name.slice(0, 100)).replace(/\s+/g, " "), listValues(value)]),
  );

const PAGE = /^https:\/\/(?:[\w-]+\.)*newrelic\.com\//;

/**
 * Shows a payload's fields unchanged if its field names are unusual. Users define the format that New Relic sends, and
 * may have renamed everything.
 */
function renamed(payload: Payload): WebhookMessage | undefined {
  const isOurs = payload.fields("").some(([, { value }]) => typeof value === "string" && PAGE.test(value));
  if (!isOurs) return undefined;
  const content = lines("An issue with fields that are not the usual ones:", facts(ownFields(payload)));
  return { topic: "New Relic", content };
}

export const newrelic = integration({
  name: "newrelic",
  title: "New Relic",
  events: Object.keys(VERBS),
  render({ payload }) {
    const said = payload.oneOf(["state", "current_state"], "").toUpperCase();
    const told = said === "" ? renamed(payload) : undefined;
    if (told !== undefined) return told;
    const event = wordFor(OLDER_STATES, said === "" ? payload.line("state") : said) ?? said;
    const did = entryFor(VERBS, event);
    const condition = names(payload, "alertConditionNames") || payload.line("condition_name", "");
    const policy = names(payload, "alertPolicyNames") || payload.line("policy_name", "");
    const title = payload.line("title", condition || policy || "New Relic");
    const owner = payload.line("owner", "");
    const isOver = event === "CLOSED" || event === "DEACTIVATED";
    const count = payload.number("totalIncidents", 0);
    const details = facts({
      Priority: payload.line("priority", "").toLowerCase(),
      Opened: formatTime(payload, "createdAt") || (event === "CREATED" ? formatTime(payload, "timestamp") : ""),
      Updated: formatTime(payload, "updatedAt"),
      Incidents: count > 0 ? String(count) : "",
      Policy: policy,
      Condition: condition,
      Entities: names(payload, "impactedEntities"),
      Trigger: spaced(payload.line("trigger", "")).toLowerCase(),
      Owner: owner === "N/A" ? "" : owner,
      Workflow: payload.line("workflowName", ""),
      ...ownFields(payload.at("zulipCustomFields")),
    });
    const page = link(title, payload.oneOf(["issueUrl", "incident_url"], ""));
    return {
      event,
      topic: title,
      content: paragraphs(
        lines(marked(event === "ACKNOWLEDGED" ? undefined : isOver, `Issue ${page} ${did}.`), details),
        quote(payload.text("details", "")),
      ),
    };
  },
  sample: jsonSample({
    issueUrl: "https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6",
    title: "Water is above 10 for 5 minutes on 'nest-1'",
    priority: "CRITICAL",
    impactedEntities: ["nest-1", "nest-2"],
    state: "CREATED",
    trigger: "INCIDENT_ADDED",
    createdAt: 1768033800000,
    updatedAt: 1768034000000,
    alertPolicyNames: ["Nests"],
    alertConditionNames: ["High water"],
  }),
});
