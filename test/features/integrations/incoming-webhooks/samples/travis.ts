import { expected, type Sample } from "../sample.ts";

const build = (type: string, status_message: string, more: object = {}) => ({
  form: {
    payload: JSON.stringify({
      id: 1,
      number: "7",
      type,
      status: 0,
      status_message,
      result_message: status_message,
      state: "passed",
      duration: 125,
      started_at: "2026-01-10T08:29:00Z",
      finished_at: "2026-01-10T08:31:05Z",
      build_url: "https://app.travis-ci.com/birds/nest/builds/1",
      compare_url: "https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b",
      commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      branch: "main",
      tag: null,
      message: "Oil the lid\n\nIt squeaks.",
      author_name: "Ann",
      author_email: "ann@example.com",
      committer_name: "Ann",
      pull_request: type === "pull_request",
      repository: { id: 1, name: "nest", owner_name: "birds", url: null },
      ...more,
    }),
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a push that passed",
    ...build("push", "Passed"),
    becomes: expected`
      push > builds
      :check: [Build 7](https://app.travis-ci.com/birds/nest/builds/1) of **birds/nest**: **Passed** after 2 min 5 s.
      * **Author**: Ann
      * **Branch**: \`main\`
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b) Oil the lid
      * **Details**: [changes](https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b), [build log](https://app.travis-ci.com/birds/nest/builds/1)
    `,
  },
  {
    name: "a pull request that failed",
    ...build("pull_request", "Still Failing", { pull_request_number: 3, pull_request_title: "Oil the lid" }),
    becomes: expected`
      pull_request > builds
      :cross_mark: [Build 7](https://app.travis-ci.com/birds/nest/builds/1) of **birds/nest**: **Still Failing** after 2 min 5 s.
      * **Author**: Ann
      * **Pull request**: #3 Oil the lid
      * **Branch**: \`main\`
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b) Oil the lid
      * **Details**: [changes](https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b), [build log](https://app.travis-ci.com/birds/nest/builds/1)
    `,
  },
  {
    name: "a nightly build that is pending",
    ...build("cron", "Pending", { duration: null, compare_url: null }),
    becomes: expected`
      cron > builds
      [Build 7](https://app.travis-ci.com/birds/nest/builds/1) of **birds/nest**: **Pending**.
      * **Author**: Ann
      * **Branch**: \`main\`
      * **Commit**: 1dc6aa69429 Oil the lid
      * **Details**: [build log](https://app.travis-ci.com/birds/nest/builds/1)
    `,
  },
  {
    name: "a build of a tag that somebody asked for",
    ...build("api", "Fixed", { tag: "v1.0" }),
    becomes: expected`
      api > builds
      :check: [Build 7](https://app.travis-ci.com/birds/nest/builds/1) of **birds/nest**: **Fixed** after 2 min 5 s.
      * **Author**: Ann
      * **Tag**: \`v1.0\`
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b) Oil the lid
      * **Details**: [changes](https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b), [build log](https://app.travis-ci.com/birds/nest/builds/1)
    `,
  },
  { name: "a type that is not known", ...build("moon", "Passed"), becomes: { unsupported: "moon" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
