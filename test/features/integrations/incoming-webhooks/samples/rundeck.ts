import type { Sample } from "../sample.ts";

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
    becomes: [
      {
        event: "start",
        topic: "Oil the lids",
        content:
          "[Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) started.\n* **Project**: nest\n* **By**: ann\n* **Options**: `-lid 7`\n* **Started**: <time:2026-01-10T08:30:00Z>",
      },
    ],
  },
  {
    name: "a job that starts by its schedule",
    ...notified("start", "scheduled"),
    becomes: [
      {
        event: "start",
        topic: "Oil the lids",
        content:
          "[Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) started.\n* **Project**: nest\n* **By**: ann\n* **Started**: <time:2026-01-10T08:30:00Z>",
      },
    ],
  },
  {
    name: "a job that succeeded",
    ...notified("success", "succeeded", ended),
    becomes: [
      {
        event: "success",
        topic: "Oil the lids",
        content:
          ":check: [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) succeeded.\n* **Project**: nest\n* **By**: ann\n* **Started**: <time:2026-01-10T08:30:00Z>\n* **Duration**: 2 min 5 s",
      },
    ],
  },
  {
    name: "a job that failed",
    ...notified("failure", "failed", { ...ended, failedNodes: ["nest-1", "nest-2"] }),
    becomes: [
      {
        event: "failure",
        topic: "Oil the lids",
        content:
          ":cross_mark: [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) failed.\n* **Project**: nest\n* **By**: ann\n* **Started**: <time:2026-01-10T08:30:00Z>\n* **Duration**: 2 min 5 s\n* **Failed nodes**: `nest-1` and `nest-2`",
      },
    ],
  },
  {
    name: "a job that is tried again",
    ...notified("retryablefailure", "failed-with-retry", ended),
    becomes: [
      {
        event: "retryablefailure",
        topic: "Oil the lids",
        content:
          ":cross_mark: [Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) failed, and is tried again.\n* **Project**: nest\n* **By**: ann\n* **Started**: <time:2026-01-10T08:30:00Z>\n* **Duration**: 2 min 5 s",
      },
    ],
  },
  {
    name: "a job that runs for long",
    ...notified("avgduration", "running"),
    becomes: [
      {
        event: "avgduration",
        topic: "Oil the lids",
        content:
          "[Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) runs longer than usual.\n* **Project**: nest\n* **By**: ann\n* **Started**: <time:2026-01-10T08:30:00Z>\n* **Usually**: 3 s",
      },
    ],
  },
  {
    name: "a job in a state of the future",
    ...notified("later", "on_hold"),
    becomes: [
      {
        topic: "Oil the lids",
        content:
          "[Oil the lids](https://rundeck.example.com/project/nest/job/show/a0296d93): execution [#7](https://rundeck.example.com/project/nest/execution/show/7) is on hold.\n* **Project**: nest\n* **By**: ann\n* **Started**: <time:2026-01-10T08:30:00Z>",
      },
    ],
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
