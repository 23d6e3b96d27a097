import type { Sample } from "../sample.ts";

const frame = {
  filename: "lid.py",
  lineno: 12,
  context_line: "    lid.close()",
  pre_context: ["def close(lid):", "    # oil it first"],
  post_context: ["    return lid"],
  in_app: true,
};
const event = {
  title: "TypeError: lid is None",
  level: "error",
  platform: "python",
  datetime: "2026-01-10T08:30:00.000000Z",
  environment: "production",
  release: "2.0",
  culprit: "nest.close",
  web_url: "https://sentry.io/organizations/birds/issues/1/events/2/",
  exception: {
    values: [
      {
        stacktrace: {
          frames: [
            { filename: "main.py", lineno: 1, context_line: "run()", in_app: true },
            frame,
            { ...frame, filename: "lib.py", in_app: false },
          ],
        },
      },
    ],
  },
};
const issue = {
  title: "TypeError: lid is None",
  web_url: "https://sentry.io/organizations/birds/issues/1/",
  level: "error",
  culprit: "nest.close",
  count: "3",
  firstSeen: "2026-01-10T08:30:00.000000Z",
  project: { name: "nest", slug: "nest" },
  assignedTo: { type: "user", name: "Bob", email: "bob@example.com" },
};
const acted = (action: string, name = "Ann") => ({
  headers: { "Sentry-Hook-Resource": "issue" },
  payload: { action, data: { issue }, actor: { type: "user", name } },
});

export const samples: readonly Sample[] = [
  {
    name: "an alert of an event",
    headers: { "Sentry-Hook-Resource": "event_alert" },
    payload: { action: "triggered", data: { event, triggered_rule: "All" } },
    becomes: [
      {
        topic: "TypeError: lid is None",
        content:
          "New event: [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/events/2/)\n* **Level**: error\n* **Time**: <time:2026-01-10T08:30:00Z>\n* **Environment**: production\n* **Release**: `2.0`\n* **Culprit**: `nest.close`\n\nIn `lid.py:12`:\n\n~~~ python\n    def close(lid):\n        # oil it first\n-->     lid.close()\n        return lid\n~~~",
      },
    ],
  },
  {
    name: "a message without source",
    payload: {
      project_name: "nest",
      url: "https://sentry.io/1",
      event: { message: "The lid is open", level: "warning", timestamp: 1_700_000_000 },
    },
    becomes: [
      {
        topic: "The lid is open",
        content:
          "New event in nest: [The lid is open](https://sentry.io/1)\n* **Level**: warning\n* **Time**: <time:2023-11-14T22:13:20Z>",
      },
    ],
  },
  {
    name: "an error",
    payload: { action: "created", data: { error: { ...event, exception: {} } } },
    becomes: [
      {
        topic: "TypeError: lid is None",
        content:
          "New event: [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/events/2/)\n* **Level**: error\n* **Time**: <time:2026-01-10T08:30:00Z>\n* **Environment**: production\n* **Release**: `2.0`\n* **Culprit**: `nest.close`",
      },
    ],
  },
  {
    name: "a new issue",
    ...acted("created", "Sentry"),
    becomes: [
      {
        topic: "TypeError: lid is None",
        content:
          "Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) was created.\n* **Project**: nest\n* **Level**: error\n* **First seen**: <time:2026-01-10T08:30:00Z>\n* **Events**: 3\n* **Assignee**: Bob\n* **Culprit**: `nest.close`",
      },
    ],
  },
  {
    name: "a resolved issue",
    ...acted("resolved"),
    becomes: [
      {
        topic: "TypeError: lid is None",
        content: "Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) was resolved by Ann.",
      },
    ],
  },
  {
    name: "an assigned issue",
    ...acted("assigned"),
    becomes: [
      {
        topic: "TypeError: lid is None",
        content:
          "Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) was assigned to **Bob** by Ann.",
      },
    ],
  },
  {
    name: "an ignored issue",
    ...acted("ignored"),
    becomes: [
      {
        topic: "TypeError: lid is None",
        content: "Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) is ignored by Ann.",
      },
    ],
  },
  { name: "an issue and an action that is not known", ...acted("merged"), becomes: { unsupported: "issue merged" } },
  {
    name: "another resource",
    headers: { "Sentry-Hook-Resource": "metric_alert" },
    payload: { action: "critical", data: {} },
    becomes: { unsupported: "metric alert" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
