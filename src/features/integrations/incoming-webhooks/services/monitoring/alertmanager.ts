import { gathered, integration, jsonSample, type WebhookMessage } from "../../integration.ts";
import { bold, lines, link, listItem, marked, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const labelOf = (alert: Payload, name: string) => alert.oneOf([`annotations.${name}`, `labels.${name}`], "");

function line(alert: Payload, desc: string): string {
  const name = labelOf(alert, desc) || labelOf(alert, "alertname") || "an alert";
  const text = alert.oneOf(["annotations.summary", "annotations.description", "annotations.message"], "");
  const severity = labelOf(alert, "severity");
  const since = alert.line("status", "") === "resolved" ? "" : alert.line("startsAt", "");
  const details = [severity, since === "" ? "" : `since ${time(since)}`].filter((one) => one !== "");
  const shown = `${bold(name)}${details.length > 0 ? ` (${details.join(", ")})` : ""}`;
  const links = [
    alert.has("generatorURL") ? link("source", alert.line("generatorURL")) : "",
    alert.has("annotations.runbook_url") ? link("runbook", alert.line("annotations.runbook_url")) : "",
  ].filter((one) => one !== "");
  return `${shown}${text === "" || text === name ? "" : `: ${text}`}${links.length === 0 ? "" : ` ${links.join(", ")}`}`;
}

export const alertmanager = integration({
  name: "alertmanager",
  title: "Prometheus Alertmanager",
  events: ["firing", "resolved"],
  options: ["name", "desc"],
  render({ payload, option, namesSubject }) {
    const [name, desc] = [option("name") || "instance", option("desc") || "alertname"];
    const groups = new Map<string, { event: string; topic: string; told: string[] }>();
    for (const alert of payload.list("alerts")) {
      const event = alert.line("status", payload.line("status", "firing")) === "resolved" ? "resolved" : "firing";
      const topic = labelOf(alert, name) || labelOf(alert, "alertname") || payload.line("receiver", "Alertmanager");
      const key = JSON.stringify([topic, event]);
      const group = groups.get(key) ?? { event, topic, told: [] };
      groups.set(key, group);
      group.told.push(line(alert, desc));
    }
    if (groups.size === 0) payload.text("alerts.0.status");
    const messages = [...groups.values()].map(({ event, topic, told }): WebhookMessage => {
      const subject = namesSubject ? ` ${bold(topic)}` : "";
      const head = marked(event === "resolved", `${event === "resolved" ? "Resolved" : "Firing"}${subject}:`);
      return {
        event,
        topic,
        content: told.length === 1 ? `${head} ${told[0]}` : lines(head, ...told.map(listItem)),
      };
    });
    return gathered(messages, "Alertmanager");
  },
  sample: jsonSample({
    alerts: [
      {
        labels: { alertname: "High water", instance: "nest-1:9100", severity: "critical" },
        annotations: { summary: "The water is high", runbook_url: "https://docs.example.com/water" },
        startsAt: "2026-01-10T08:30:00.000Z",
        generatorURL: "https://prometheus.example.com/graph?g0.expr=water+%3E+10",
      },
    ],
  }),
});
