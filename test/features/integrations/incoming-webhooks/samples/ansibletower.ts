import { expected, type Sample } from "../sample.ts";

const counts = {
  failed: false,
  changed: 1,
  dark: 0,
  failures: 0,
  ok: 2,
  processed: 1,
  skipped: 0,
  rescued: 0,
  ignored: 0,
};
const job = {
  id: 5,
  name: "Oil the lids",
  url: "https://tower.example.com/#/jobs/playbook/5",
  created_by: "ann",
  started: "2026-01-10T08:30:00+00:00",
  finished: "2026-01-10T08:31:30+00:00",
  status: "successful",
  traceback: "",
  inventory: "Nests",
  project: "Birds",
  playbook: "oil.yml",
  credential: "Birds",
  limit: "nest-*",
  extra_vars: "{}",
  hosts: { "nest-1": counts },
};

export const samples: readonly Sample[] = [
  {
    name: "a job that was successful",
    payload: { ...job, friendly_name: "Job" },
    becomes: expected`
      > Oil the lids
      :check: Job [#5 Oil the lids](https://tower.example.com/#/jobs/playbook/5) was successful after 1 min 30 s.
      * **Started by**: ann
      * **Project**: Birds
      * **Playbook**: \`oil.yml\`
      * **Inventory**: Nests
      * **Limit**: \`nest-*\`

      * \`nest-1\`: **successful** (2 ok, 1 changed)
    `,
  },
  {
    name: "a job that has failed",
    payload: {
      ...job,
      status: "failed",
      hosts: {
        "nest-1": counts,
        "nest-2": { ...counts, failed: true, failures: 1 },
        "nest-3": { ...counts, ok: 0, changed: 0, dark: 1 },
      },
    },
    becomes: expected`
      > Oil the lids
      :cross_mark: Job [#5 Oil the lids](https://tower.example.com/#/jobs/playbook/5) has failed after 1 min 30 s.
      * **Started by**: ann
      * **Project**: Birds
      * **Playbook**: \`oil.yml\`
      * **Inventory**: Nests
      * **Limit**: \`nest-*\`

      * \`nest-1\`: **successful** (2 ok, 1 changed)
      * \`nest-2\`: **failed** (2 ok, 1 changed, 1 failed)
      * \`nest-3\`: **failed** (1 unreachable)
    `,
  },
  {
    name: "a job that begins",
    payload: { ...job, status: "running", finished: null, hosts: {} },
    becomes: expected`
      > Oil the lids
      Job [#5 Oil the lids](https://tower.example.com/#/jobs/playbook/5) has begun.
      * **Started by**: ann
      * **Project**: Birds
      * **Playbook**: \`oil.yml\`
      * **Inventory**: Nests
      * **Limit**: \`nest-*\`
    `,
  },
  {
    name: "an update with an error",
    payload: { ...job, friendly_name: "Project Update", status: "error", traceback: "No route to host", hosts: {} },
    becomes: expected`
      > Oil the lids
      :cross_mark: Project Update [#5 Oil the lids](https://tower.example.com/#/jobs/playbook/5) has failed with an error after 1 min 30 s.
      * **Started by**: ann
      * **Project**: Birds
      * **Playbook**: \`oil.yml\`
      * **Inventory**: Nests
      * **Limit**: \`nest-*\`

      ~~~
      No route to host
      ~~~
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
