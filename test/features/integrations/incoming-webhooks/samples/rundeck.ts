import { expected, type Sample } from "../sample.ts";

const notified = (trigger: string, status: string, more: object = {}) => ({
  payload: {
    trigger,
    status,
    executionId: 7,
    execution: {
      id: 7,
      href: "https://rundeck.example.com/project/nest/execution/show/7",
      permalink: null,
      status,
      project: "nest",
      executionType: "user",
      user: "ann",
      "date-started": { unixtime: 1_768_033_800_000, date: "2026-01-10T08:30:00Z" },
      job: {
        id: "a0296d93-4b10-48d7-8b7d-86ad3f603b85",
        averageDuration: 2659,
        name: "Oil the lids",
        group: "Lids",
        project: "nest",
        description: "",
        href: "https://rundeck.example.com/api/42/job/a0296d93",
        permalink: "https://rundeck.example.com/project/nest/job/show/a0296d93",
      },
      description: "oil --all",
      argstring: null,
      ...more,
    },
  },
});
const ended = { "date-ended": { unixtime: 1_768_033_925_000, date: "2026-01-10T08:32:05Z" } };

export const samples: readonly Sample[] = [
  {
    name: "a job that starts",
    ...notified("start", "running", { argstring: "-lid 7" }),
    becomes: expected`
      start > Oil the lids
      [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) started.
      * **Project**: nest
      * **By**: ann
      * **Options**: \`-lid 7\`
      * **Started**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a job that starts by its schedule",
    ...notified("start", "scheduled"),
    becomes: expected`
      start > Oil the lids
      [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) started.
      * **Project**: nest
      * **By**: ann
      * **Started**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a job that succeeded",
    ...notified("success", "succeeded", ended),
    becomes: expected`
      success > Oil the lids
      :check: [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) succeeded.
      * **Project**: nest
      * **By**: ann
      * **Started**: <time:2026-01-10T08:30:00Z>
      * **Duration**: 2 min 5 s
    `,
  },
  {
    name: "a job that failed",
    ...notified("failure", "failed", { ...ended, failedNodes: ["nest-1", "nest-2"] }),
    becomes: expected`
      failure > Oil the lids
      :cross_mark: [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) failed.
      * **Project**: nest
      * **By**: ann
      * **Started**: <time:2026-01-10T08:30:00Z>
      * **Duration**: 2 min 5 s
      * **Failed nodes**: \`nest-1\` and \`nest-2\`
    `,
  },
  {
    name: "a job that is tried again",
    ...notified("retryablefailure", "failed-with-retry", ended),
    becomes: expected`
      retryablefailure > Oil the lids
      :cross_mark: [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) failed, and is tried again.
      * **Project**: nest
      * **By**: ann
      * **Started**: <time:2026-01-10T08:30:00Z>
      * **Duration**: 2 min 5 s
    `,
  },
  {
    name: "a job that runs for long",
    ...notified("avgduration", "running"),
    becomes: expected`
      avgduration > Oil the lids
      [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) runs longer than usual.
      * **Project**: nest
      * **By**: ann
      * **Started**: <time:2026-01-10T08:30:00Z>
      * **Usually**: 3 s
    `,
  },
  {
    name: "a job in a state of the future",
    ...notified("later", "on_hold"),
    becomes: expected`
      > Oil the lids
      [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) is on hold.
      * **Project**: nest
      * **By**: ann
      * **Started**: <time:2026-01-10T08:30:00Z>
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
