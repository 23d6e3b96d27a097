import { expected, type Sample } from "../sample.ts";

const alert = (status: string, alertname: string, instance: string, annotations: object = {}) => ({
  status,
  labels: { alertname, instance, severity: "critical", job: "nests" },
  annotations,
  startsAt: "2026-01-10T08:30:00.000Z",
  endsAt: "0001-01-01T00:00:00Z",
  generatorURL: "https://prometheus.example.com/graph?g0.expr=water+%3E+10",
  fingerprint: "3f4a0b5ce8ad0d8c",
});
const hook = (...alerts: readonly object[]) => ({
  payload: {
    version: "4",
    groupKey: "{}:{}",
    truncatedAlerts: 0,
    status: "firing",
    receiver: "chat",
    groupLabels: {},
    commonLabels: {},
    commonAnnotations: {},
    externalURL: "https://alertmanager.example.com",
    alerts,
  },
});
const water = { summary: "The water is high", runbook_url: "https://docs.example.com/water" };

export const samples: readonly Sample[] = [
  {
    name: "alerts of two nests, one of them resolved",
    ...hook(
      alert("firing", "High water", "nest-1:9100", water),
      alert("firing", "Open lid", "nest-1:9100"),
      alert("resolved", "High water", "nest-2:9100", water),
    ),
    becomes: [
      {
        event: "firing",
        topic: "nest-1:9100",
        content:
          ":cross_mark: Firing:\n* **High water** (critical, since <time:2026-01-10T08:30:00Z>): The water is high [source](https://prometheus.example.com/graph?g0.expr=water+%3E+10), [runbook](https://docs.example.com/water)\n* **Open lid** (critical, since <time:2026-01-10T08:30:00Z>) [source](https://prometheus.example.com/graph?g0.expr=water+%3E+10)",
      },
      {
        event: "resolved",
        topic: "nest-2:9100",
        content:
          ":check: Resolved: **High water** (critical): The water is high [source](https://prometheus.example.com/graph?g0.expr=water+%3E+10), [runbook](https://docs.example.com/water)",
      },
    ],
  },
  {
    name: "a topic and a description by other names",
    query: { name: "job", desc: "summary" },
    namesSubject: true,
    ...hook(alert("firing", "High water", "nest-1:9100", water)),
    becomes: expected`
      firing > nests
      :cross_mark: Firing **nests**: **The water is high** (critical, since <time:2026-01-10T08:30:00Z>) [source](https://prometheus.example.com/graph?g0.expr=water+%3E+10), [runbook](https://docs.example.com/water)
    `,
  },
  {
    name: "alerts without labels",
    ...hook({ status: "firing", labels: {}, annotations: {} }),
    becomes: expected`
      firing > chat
      :cross_mark: Firing: **an alert**
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
