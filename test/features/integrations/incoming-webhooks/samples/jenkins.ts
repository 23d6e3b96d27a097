import { expected, type Sample } from "../sample.ts";

const build = (phase: string, status: string, more: object = {}) => ({
  payload: {
    name: "nest",
    display_name: "nest",
    url: "job/nest/",
    build: {
      full_url: "https://jenkins.example.com/job/nest/18/",
      number: 18,
      queue_id: 1,
      timestamp: 1_768_033_800_000,
      duration: 45_000,
      phase,
      status,
      url: "job/nest/18/",
      scm: {
        url: "https://github.com/birds/nest.git",
        branch: "origin/main",
        commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
        culprits: ["ann"],
        changes: [],
      },
      log: "",
      notes: "",
      artifacts: { "nest.zip": { archive: "https://jenkins.example.com/job/nest/18/artifact/nest.zip" } },
      test_summary: { total: 42, failed: 1, passed: 41, skipped: 0, failed_tests: [] },
      ...more,
    },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a build that begins",
    ...build("STARTED", "SUCCESS", { artifacts: {}, test_summary: {} }),
    becomes: expected`
      started > nest
      Build [#18](https://jenkins.example.com/job/nest/18/) of **nest** has begun.
      * **Branch**: \`main\`
      * **Commit**: \`1dc6aa69429\`
      * **Changes by**: ann
    `,
  },
  {
    name: "a build that was successful",
    ...build("FINALIZED", "SUCCESS"),
    becomes: expected`
      finalized > nest
      :check: Build [#18](https://jenkins.example.com/job/nest/18/) of **nest** was successful after 45 s.
      * **Branch**: \`main\`
      * **Commit**: \`1dc6aa69429\`
      * **Changes by**: ann
      * **Tests**: 41 of 42 passed, 1 failed
      * **Artifacts**: [nest.zip](https://jenkins.example.com/job/nest/18/artifact/nest.zip)
      * **Log**: [console output](https://jenkins.example.com/job/nest/18/console)
    `,
  },
  {
    name: "a build that has failed",
    ...build("FINALIZED", "FAILURE", { log: "[Pipeline] End of Pipeline\nFinished: FAILURE" }),
    becomes: expected`
      finalized > nest
      :cross_mark: Build [#18](https://jenkins.example.com/job/nest/18/) of **nest** has failed after 45 s.
      * **Branch**: \`main\`
      * **Commit**: \`1dc6aa69429\`
      * **Changes by**: ann
      * **Tests**: 41 of 42 passed, 1 failed
      * **Artifacts**: [nest.zip](https://jenkins.example.com/job/nest/18/artifact/nest.zip)
      * **Log**: [console output](https://jenkins.example.com/job/nest/18/console)

      ~~~
      [Pipeline] End of Pipeline
      Finished: FAILURE
      ~~~
    `,
  },
  { name: "a completed build, which is told of when all is known", ...build("COMPLETED", "SUCCESS"), becomes: [] },
  {
    name: "a completed build, for those who have chosen it",
    query: { phase: "completed" },
    ...build("COMPLETED", "UNSTABLE", { artifacts: {} }),
    becomes: expected`
      completed > nest
      :cross_mark: Build [#18](https://jenkins.example.com/job/nest/18/) of **nest** is unstable after 45 s.
      * **Branch**: \`main\`
      * **Commit**: \`1dc6aa69429\`
      * **Changes by**: ann
      * **Tests**: 41 of 42 passed, 1 failed
      * **Log**: [console output](https://jenkins.example.com/job/nest/18/console)
    `,
  },
  { name: "a build that waits", ...build("QUEUED", ""), becomes: [] },
  { name: "a phase that is not known", ...build("DREAMT", ""), becomes: { unsupported: "DREAMT" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
