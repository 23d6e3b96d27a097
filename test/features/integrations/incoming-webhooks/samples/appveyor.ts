import type { Sample } from "../sample.ts";

const eventData = {
  passed: true,
  failed: false,
  status: "Success",
  started: "1/10/2026 8:28 AM",
  finished: "1/10/2026 8:30 AM",
  projectName: "nest",
  buildVersion: "2.0.59",
  branch: "main",
  commitId: "c06e208b47",
  commitAuthor: "Ann",
  committerName: "Ann",
  commitMessage: "Oil the lid",
  buildUrl: "https://ci.appveyor.com/project/birds/nest/build/2.0.59",
  commitUrl: "https://github.com/birds/nest/commit/c06e208b47",
};
const on = (eventName: string, more: object = {}) => ({ payload: { eventName, eventData: { ...eventData, ...more } } });
const failed = { passed: false, failed: true, status: "Failed" };

export const samples: readonly Sample[] = [
  {
    name: "a build that succeeds",
    ...on("build_success"),
    becomes: [
      {
        event: "build_success",
        topic: "nest",
        content:
          ":check: [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Success\n* **Commit**: [c06e208b47 Oil the lid](https://github.com/birds/nest/commit/c06e208b47) by Ann\n* **Branch**: main\n* **Started**: <time:2026-01-10T08:28:00Z>\n* **Finished**: <time:2026-01-10T08:30:00Z>",
      },
    ],
  },
  {
    name: "a build that fails",
    ...on("build_failure", failed),
    becomes: [
      {
        event: "build_failure",
        topic: "nest",
        content:
          ":cross_mark: [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Failed\n* **Commit**: [c06e208b47 Oil the lid](https://github.com/birds/nest/commit/c06e208b47) by Ann\n* **Branch**: main\n* **Started**: <time:2026-01-10T08:28:00Z>\n* **Finished**: <time:2026-01-10T08:30:00Z>",
      },
    ],
  },
  {
    name: "a build whose result differs, without its commit",
    ...on("build_status_changed", { ...failed, commitId: null, started: "?", finished: null }),
    becomes: [
      {
        event: "build_status_changed",
        topic: "nest",
        content:
          ":cross_mark: [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Failed\n* **Branch**: main\n* **Started**: ?",
      },
    ],
  },
  {
    name: "an event that is new",
    ...on("build_canceled", { passed: false, status: "Cancelled" }),
    becomes: [
      {
        topic: "nest",
        content:
          "[Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Cancelled\n* **Commit**: [c06e208b47 Oil the lid](https://github.com/birds/nest/commit/c06e208b47) by Ann\n* **Branch**: main\n* **Started**: <time:2026-01-10T08:28:00Z>\n* **Finished**: <time:2026-01-10T08:30:00Z>",
      },
    ],
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
