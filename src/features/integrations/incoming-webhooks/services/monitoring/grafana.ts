import { gathered, integration, jsonSample, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import {
  bold,
  capitalized,
  code,
  facts,
  lines,
  link,
  marked,
  momentOf,
  paragraphs,
  spaced,
  time,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const fieldValues = (fields: readonly [string, Payload][]) =>
  fields.map(([name, { value }]) => [name, typeof value === "object" ? "" : String(value).slice(0, 300)] as const);

/** Formats labels and values as code. */
const coded = (fields: readonly [string, Payload][]) =>
  fieldValues(fields)
    .map(([name, value]) => (value === "" ? "" : code(`${name}=${value}`)))
    .filter((one) => one !== "")
    .join(", ");

const VALUE = /\[ (?:var='([^']*)' )?(?:metric='([^']*)' )?labels=\{([^{}]*)\} value=(\S+) \]/g;
const MAX_VALUES = 20;

/**
 * Parses the values from Grafana 8, which sends them only as a string: `[ var='B' metric='Water' labels={nest=1}
 * value=12.5 ], ...`.
 */
function valuesInWords(text: string): string {
  const values = [...text.matchAll(VALUE)].slice(0, MAX_VALUES).map(([, variable, metric, labels = "", value = ""]) => {
    const name = `${variable || metric || ""}${labels === "" ? "" : `{${labels}}`}`;
    return code(name === "" ? value : `${name}=${value}`);
  });
  return values.length > 0 ? values.join(", ") : code(text);
}

const links = (alert: Payload) =>
  [
    ["rule", "generatorURL"],
    ["dashboard", "dashboardURL"],
    ["panel", "panelURL"],
    ["silence", "silenceURL"],
    ["image", "imageURL"],
  ]
    .filter(([, path = ""]) => alert.has(path))
    .map(([name = "", path = ""]) => link(name, alert.line(path)))
    .join(", ");

function unified(alert: Payload): WebhookMessage {
  const event = alert.line("status");
  if (event !== "firing" && event !== "resolved") throw new UnsupportedEvent(event);
  const name = alert.line("labels.alertname", "");
  const ends = alert.line("endsAt", "");
  // Grafana sends a time in the year 1 for an alert that hasn't ended.
  const hasEnd = ends !== "" && (momentOf(ends) ?? 0) > 0;
  const annotations = alert.fields("annotations").filter(([key]) => !key.startsWith("__"));
  const title = link(name === "" ? "Alert" : name, alert.line("generatorURL", ""));
  return {
    event,
    topic: name === "" ? alert.line("fingerprint", "Grafana") : `[${name}]`,
    content: paragraphs(
      lines(
        marked(event === "resolved", `${title} ${event === "resolved" ? "is resolved" : "is firing"}.`),
        facts({
          ...Object.fromEntries(fieldValues(annotations).map(([key, value]) => [capitalized(spaced(key)), value])),
          Started: alert.has("startsAt") ? time(alert.line("startsAt")) : "",
          Ended: hasEnd ? time(ends) : "",
          Labels: coded(alert.fields("labels").filter(([key]) => key !== "alertname" && !key.startsWith("__"))),
          Values:
            alert.at("values").value === undefined
              ? valuesInWords(alert.text("valueString", "").slice(0, 4000))
              : coded(alert.fields("values")),
          Links: links(alert),
        }),
      ),
    ),
  };
}

const STATES = ["ok", "pending", "alerting", "paused", "no_data"];

/** Renders an alert from before Grafana 8: one rule whose state changed. */
function legacy(payload: Payload): WebhookMessage {
  const event = payload.line("state");
  if (!STATES.includes(event)) throw new UnsupportedEvent(event);
  const title = payload.oneOf(["title", "ruleName"]);
  const isWell = event === "ok" ? true : event === "alerting" ? false : undefined;
  const matches = payload
    .list("evalMatches")
    .map((match) => `* ${code(match.line("metric", "?"))}: ${match.line("value", "no value")}`);
  return {
    event,
    topic: title,
    content: paragraphs(
      marked(isWell, `${link(payload.line("ruleName", title), payload.line("ruleUrl", ""))}: ${bold(spaced(event))}`),
      payload.text("message", "").trim(),
      lines(...matches),
      payload.has("imageUrl") && link("image", payload.line("imageUrl")),
    ),
  };
}

export const grafana = integration({
  name: "grafana",
  title: "Grafana",
  events: ["firing", "resolved", ...STATES],
  signature: { by: "hmac", header: "X-Grafana-Alerting-Signature" },
  render({ payload }) {
    if (!payload.has("alerts")) return legacy(payload);
    return gathered(payload.list("alerts").map(unified), payload.line("title", "Grafana"));
  },
  sample: jsonSample({
    evalMatches: [{ value: 12.5, metric: "Water" }],
    message: "The water is high.",
    ruleName: "High water",
    ruleUrl: "https://grafana.example.com/d/nest?tab=alert",
    state: "alerting",
    title: "[Alerting] High water",
  }),
});
