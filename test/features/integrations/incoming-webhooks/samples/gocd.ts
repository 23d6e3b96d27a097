import { expected, type Sample } from "../sample.ts";

const cause = {
  material: { type: "git", "git-configuration": { branch: "main", url: "https://github.com/birds/nest.git" } },
  modifications: [{ revision: "963eb239c7b91eac2e15c727e06e908fd334e6f9" }],
};
const stage = {
  name: "test",
  counter: "1",
  state: "Failed",
  result: "Failed",
  "create-time": "Jan 10, 2026, 8:28:00 AM",
  "last-transition-time": "Jan 10, 2026, 8:30:00 AM",
  jobs: [
    { name: "lint", state: "Completed", result: "Failed" },
    { name: "unit", state: "Completed", result: "Passed" },
    { name: "browser", state: "Completed", result: "Failed" },
  ],
};
const on = (more: object = {}, causes: readonly object[] = [cause]) => ({
  payload: {
    type: "stage",
    data: { pipeline: { name: "nest", counter: "6", "build-cause": causes, stage: { ...stage, ...more } } },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a stage that begins",
    ...on({ state: "Building", result: "Unknown" }),
    becomes: expected`
      > nest / test
      Run 6 of nest / test: **began**
      * **Commit**: [963eb239c7b](https://github.com/birds/nest/commit/963eb239c7b91eac2e15c727e06e908fd334e6f9) on \`main\`
      * **Started**: Jan 10, 2026, 8:28:00 AM
    `,
  },
  {
    name: "a stage that fails",
    ...on(),
    becomes: expected`
      > nest / test
      :cross_mark: Run 6 of nest / test: **failed**
      * **Commit**: [963eb239c7b](https://github.com/birds/nest/commit/963eb239c7b91eac2e15c727e06e908fd334e6f9) on \`main\`
      * **Started**: Jan 10, 2026, 8:28:00 AM
      * **Finished**: Jan 10, 2026, 8:30:00 AM
      * **Jobs failed**: \`lint\`, \`browser\`
      * **Jobs passed**: \`unit\`
    `,
  },
  {
    name: "a stage that passes, after another pipeline",
    ...on({ state: "Passed", result: "Passed", jobs: [] }, [{ material: { type: "pipeline" } }, cause]),
    becomes: expected`
      > nest / test
      :check: Run 6 of nest / test: **passed**
      * **Commit**: [963eb239c7b](https://github.com/birds/nest/commit/963eb239c7b91eac2e15c727e06e908fd334e6f9) on \`main\`
      * **Started**: Jan 10, 2026, 8:28:00 AM
      * **Finished**: Jan 10, 2026, 8:30:00 AM
    `,
  },
  {
    name: "a stage that is cancelled",
    ...on({ state: "Cancelled", result: "Cancelled", jobs: [] }, []),
    becomes: expected`
      > nest / test
      Run 6 of nest / test: **cancelled**
      * **Started**: Jan 10, 2026, 8:28:00 AM
      * **Finished**: Jan 10, 2026, 8:30:00 AM
    `,
  },
  { name: "an agent", payload: { type: "agent", data: {} }, becomes: [] },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
