import { expected, type Sample } from "../sample.ts";

const firing = {
  status: "firing",
  labels: { alertname: "High water", grafana_folder: "Nests", nest: "1", __internal: "x" },
  annotations: { summary: "The water in nest 1 is high", runbook_url: "https://docs.example.com/water" },
  startsAt: "2026-01-10T08:30:00Z",
  endsAt: "0001-01-01T00:00:00Z",
  values: { A: 12.5, C: 1 },
  valueString: "[ var='A' labels={nest=1} value=12.5 ]",
  generatorURL: "https://grafana.example.com/alerting/grafana/x1/view?orgId=1",
  fingerprint: "c6eadffa33fcdf37",
  silenceURL: "https://grafana.example.com/alerting/silence/new?alertmanager=grafana",
  dashboardURL: "https://grafana.example.com/d/nest?orgId=1",
  panelURL: "https://grafana.example.com/d/nest?orgId=1&viewPanel=2",
  imageURL: "https://grafana.example.com/image/1.png",
};
const resolved = { ...firing, status: "resolved", endsAt: "2026-01-10T09:00:00Z", values: null, imageURL: "" };
const hook = (...alerts: readonly object[]) => ({
  payload: {
    receiver: "chat",
    status: "firing",
    alerts,
    groupLabels: {},
    commonLabels: {},
    externalURL: "https://grafana.example.com/",
    version: "1",
    groupKey: "{}:{}",
    truncatedAlerts: 0,
    orgId: 1,
    title: "[FIRING:1] High water",
    state: "alerting",
    message: "**Firing**",
  },
});
const old = (state: string, more: object = {}) => ({
  payload: {
    dashboardId: 1,
    evalMatches: [{ value: 12.5, metric: "Water", tags: {} }],
    imageUrl: "https://grafana.example.com/assets/img/1.png",
    message: "The water is high.",
    orgId: 1,
    panelId: 2,
    ruleId: 1,
    ruleName: "High water",
    ruleUrl: "https://grafana.example.com/d/nest?tab=alert",
    state,
    tags: {},
    title: "[Alerting] High water",
    ...more,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "an alert that fires, and one that is resolved",
    ...hook(firing, resolved),
    becomes: [
      {
        event: "firing",
        topic: "[High water]",
        content:
          ":cross_mark: [High water](https://grafana.example.com/alerting/grafana/x1/view?orgId=1) is firing.\n* **Summary**: The water in nest 1 is high\n* **Runbook url**: https://docs.example.com/water\n* **Started**: <time:2026-01-10T08:30:00Z>\n* **Labels**: `grafana_folder=Nests`, `nest=1`\n* **Values**: `A=12.5`, `C=1`\n* **Links**: [rule](https://grafana.example.com/alerting/grafana/x1/view?orgId=1), [dashboard](https://grafana.example.com/d/nest?orgId=1), [panel](https://grafana.example.com/d/nest?orgId=1&viewPanel=2), [silence](https://grafana.example.com/alerting/silence/new?alertmanager=grafana), [image](https://grafana.example.com/image/1.png)",
      },
      {
        event: "resolved",
        topic: "[High water]",
        content:
          ":check: [High water](https://grafana.example.com/alerting/grafana/x1/view?orgId=1) is resolved.\n* **Summary**: The water in nest 1 is high\n* **Runbook url**: https://docs.example.com/water\n* **Started**: <time:2026-01-10T08:30:00Z>\n* **Ended**: <time:2026-01-10T09:00:00Z>\n* **Labels**: `grafana_folder=Nests`, `nest=1`\n* **Links**: [rule](https://grafana.example.com/alerting/grafana/x1/view?orgId=1), [dashboard](https://grafana.example.com/d/nest?orgId=1), [panel](https://grafana.example.com/d/nest?orgId=1&viewPanel=2), [silence](https://grafana.example.com/alerting/silence/new?alertmanager=grafana)",
      },
    ],
  },
  {
    name: "an alert without a name",
    ...hook({
      status: "firing",
      labels: { nest: "1" },
      annotations: {},
      startsAt: "2026-01-10T08:30:00Z",
      fingerprint: "c6eadffa33fcdf37",
    }),
    becomes: expected`
      firing > c6eadffa33fcdf37
      :cross_mark: Alert is firing.
      * **Started**: <time:2026-01-10T08:30:00Z>
      * **Labels**: \`nest=1\`
    `,
  },
  {
    name: "an alert with its values in words, as version 8 has them",
    ...hook({
      status: "firing",
      labels: { alertname: "High water" },
      valueString:
        "[ var='B' metric='Water' labels={nest=1, box=a[0]} value=12.5 ], [ metric='foo' labels={} value=10 ], [ metric='' labels={} value=1.5e+06 ]",
    }),
    becomes: expected`
      firing > [High water]
      :cross_mark: High water is firing.
      * **Values**: \`B{nest=1, box=a[0]}=12.5\`, \`foo=10\`, \`1.5e+06\`
    `,
  },
  {
    name: "an alert with values in words of another form",
    ...hook({ status: "firing", labels: { alertname: "High water" }, valueString: "about `12`" }),
    becomes: expected`
      firing > [High water]
      :cross_mark: High water is firing.
      * **Values**: \`\` about \`12\` \`\`
    `,
  },
  {
    name: "more alerts than messages",
    ...hook(
      ...Array.from({ length: 22 }, (_, index) => ({ status: "firing", labels: { alertname: `Water ${index}` } })),
    ),
    becomes: [
      { event: "firing", topic: "[Water 0]", content: ":cross_mark: Water 0 is firing." },
      { event: "firing", topic: "[Water 1]", content: ":cross_mark: Water 1 is firing." },
      { event: "firing", topic: "[Water 2]", content: ":cross_mark: Water 2 is firing." },
      { event: "firing", topic: "[Water 3]", content: ":cross_mark: Water 3 is firing." },
      { event: "firing", topic: "[Water 4]", content: ":cross_mark: Water 4 is firing." },
      { event: "firing", topic: "[Water 5]", content: ":cross_mark: Water 5 is firing." },
      { event: "firing", topic: "[Water 6]", content: ":cross_mark: Water 6 is firing." },
      { event: "firing", topic: "[Water 7]", content: ":cross_mark: Water 7 is firing." },
      { event: "firing", topic: "[Water 8]", content: ":cross_mark: Water 8 is firing." },
      { event: "firing", topic: "[Water 9]", content: ":cross_mark: Water 9 is firing." },
      { event: "firing", topic: "[Water 10]", content: ":cross_mark: Water 10 is firing." },
      { event: "firing", topic: "[Water 11]", content: ":cross_mark: Water 11 is firing." },
      { event: "firing", topic: "[Water 12]", content: ":cross_mark: Water 12 is firing." },
      { event: "firing", topic: "[Water 13]", content: ":cross_mark: Water 13 is firing." },
      { event: "firing", topic: "[Water 14]", content: ":cross_mark: Water 14 is firing." },
      { event: "firing", topic: "[Water 15]", content: ":cross_mark: Water 15 is firing." },
      { event: "firing", topic: "[Water 16]", content: ":cross_mark: Water 16 is firing." },
      { event: "firing", topic: "[Water 17]", content: ":cross_mark: Water 17 is firing." },
      { event: "firing", topic: "[Water 18]", content: ":cross_mark: Water 18 is firing." },
      {
        event: "firing",
        topic: "[FIRING:1] High water",
        content:
          ":cross_mark: Water 19 is firing.\n\n:cross_mark: Water 20 is firing.\n\n:cross_mark: Water 21 is firing.",
      },
    ],
  },
  {
    name: "an older alert",
    ...old("alerting"),
    becomes: expected`
      alerting > [Alerting] High water
      :cross_mark: [High water](https://grafana.example.com/d/nest?tab=alert): **alerting**

      The water is high.

      * \`Water\`: 12.5

      [image](https://grafana.example.com/assets/img/1.png)
    `,
  },
  {
    name: "an older alert that is well again",
    ...old("ok", { evalMatches: null, imageUrl: "" }),
    becomes: expected`
      ok > [Alerting] High water
      :check: [High water](https://grafana.example.com/d/nest?tab=alert): **ok**

      The water is high.
    `,
  },
  {
    name: "an older alert that waits",
    ...old("pending", { message: "", evalMatches: [] }),
    becomes: expected`
      pending > [Alerting] High water
      [High water](https://grafana.example.com/d/nest?tab=alert): **pending**

      [image](https://grafana.example.com/assets/img/1.png)
    `,
  },
  {
    name: "an older alert that is paused",
    ...old("paused", { message: "", evalMatches: [] }),
    becomes: expected`
      paused > [Alerting] High water
      [High water](https://grafana.example.com/d/nest?tab=alert): **paused**

      [image](https://grafana.example.com/assets/img/1.png)
    `,
  },
  {
    name: "an older alert without data",
    ...old("no_data", { message: "", evalMatches: [] }),
    becomes: expected`
      no_data > [Alerting] High water
      [High water](https://grafana.example.com/d/nest?tab=alert): **no data**

      [image](https://grafana.example.com/assets/img/1.png)
    `,
  },
  { name: "a state that is not known", ...old("unheard_of"), becomes: { unsupported: "unheard_of" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
