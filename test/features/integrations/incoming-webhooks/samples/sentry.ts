import { expected, type Sample } from "../sample.ts";

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
    becomes: expected`
      > TypeError: lid is None
      New event: [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/events/2/)
      * **Level**: error
      * **Time**: <time:2026-01-10T08:30:00Z>
      * **Environment**: production
      * **Release**: \`2.0\`
      * **Culprit**: \`nest.close\`

      In \`lid.py:12\`:

      ~~~ python
          def close(lid):
              # oil it first
      -->     lid.close()
              return lid
      ~~~
    `,
  },
  {
    name: "a message without source",
    payload: {
      project_name: "nest",
      url: "https://sentry.io/1",
      level: "warning",
      culprit: "nest.close",
      event: { message: "The lid is open", timestamp: 1_700_000_000 },
    },
    becomes: expected`
      > The lid is open
      New event in nest: [The lid is open](https://sentry.io/1)
      * **Level**: warning
      * **Time**: <time:2023-11-14T22:13:20Z>
      * **Culprit**: \`nest.close\`
    `,
  },
  {
    name: "an error",
    payload: { action: "created", data: { error: { ...event, exception: {} } } },
    becomes: expected`
      > TypeError: lid is None
      New event: [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/events/2/)
      * **Level**: error
      * **Time**: <time:2026-01-10T08:30:00Z>
      * **Environment**: production
      * **Release**: \`2.0\`
      * **Culprit**: \`nest.close\`
    `,
  },
  {
    name: "a new issue",
    ...acted("created", "Sentry"),
    becomes: expected`
      > TypeError: lid is None
      Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) was created.
      * **Project**: nest
      * **Level**: error
      * **First seen**: <time:2026-01-10T08:30:00Z>
      * **Events**: 3
      * **Assignee**: Bob
      * **Culprit**: \`nest.close\`
    `,
  },
  {
    name: "a resolved issue",
    ...acted("resolved"),
    becomes: expected`
      > TypeError: lid is None
      Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) was resolved by Ann.
    `,
  },
  {
    name: "an assigned issue",
    ...acted("assigned"),
    becomes: expected`
      > TypeError: lid is None
      Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) was assigned to **Bob** by Ann.
    `,
  },
  {
    name: "an ignored issue",
    ...acted("ignored"),
    becomes: expected`
      > TypeError: lid is None
      Issue [TypeError: lid is None](https://sentry.io/organizations/birds/issues/1/) is ignored by Ann.
    `,
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
