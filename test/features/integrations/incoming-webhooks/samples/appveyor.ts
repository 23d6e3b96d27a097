import { expected, type Sample } from "../sample.ts";

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
    becomes: expected`
      build_success > nest
      :check: [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Success
      * **Commit**: [c06e208b47 Oil the lid](https://github.com/birds/nest/commit/c06e208b47) by Ann
      * **Branch**: main
      * **Started**: <time:2026-01-10T08:28:00Z>
      * **Finished**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a build that fails",
    ...on("build_failure", failed),
    becomes: expected`
      build_failure > nest
      :cross_mark: [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Failed
      * **Commit**: [c06e208b47 Oil the lid](https://github.com/birds/nest/commit/c06e208b47) by Ann
      * **Branch**: main
      * **Started**: <time:2026-01-10T08:28:00Z>
      * **Finished**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a build whose result differs, without its commit",
    ...on("build_status_changed", { ...failed, commitId: null, started: "?", finished: null }),
    becomes: expected`
      build_status_changed > nest
      :cross_mark: [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Failed
      * **Branch**: main
      * **Started**: ?
    `,
  },
  {
    name: "an event that is new",
    ...on("build_canceled", { passed: false, status: "Cancelled" }),
    becomes: expected`
      > nest
      [Build nest 2.0.59](https://ci.appveyor.com/project/birds/nest/build/2.0.59): Cancelled
      * **Commit**: [c06e208b47 Oil the lid](https://github.com/birds/nest/commit/c06e208b47) by Ann
      * **Branch**: main
      * **Started**: <time:2026-01-10T08:28:00Z>
      * **Finished**: <time:2026-01-10T08:30:00Z>
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
