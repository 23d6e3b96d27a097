import { expected, type Sample } from "../sample.ts";

const ID = "1dc6aa69429bff4806ad6afe58d3d8f57e25973e";
const classic = {
  project_name: "nest",
  branch_name: "main",
  build_number: 314,
  result: "passed",
  commit: {
    id: ID,
    url: `https://github.com/birds/nest/commit/${ID}`,
    author_name: "Ann",
    message: "Oil the lid\n\nIt squeaks.",
  },
};
const SITE = "https://semaphoreci.com/birds/nest";
const revision = {
  sender: { login: "ann" },
  commit_sha: ID,
  commit_message: "Oil the lid\n\nIt squeaks.",
  branch: { name: "oil" },
  tag: { name: "v2" },
  pull_request: { number: "3", name: "Oil", branch_name: "oil" },
};
const on = (reference_type: string, more: object = {}) => ({
  payload: {
    version: "1.0.0",
    workflow: { id: "84383f37-d025" },
    revision: { ...revision, reference_type },
    repository: { url: "https://github.com/birds/nest", slug: "birds/nest" },
    project: { name: "nest" },
    pipeline: { name: "Tests", state: "done", result: "passed", error_description: "" },
    organization: { name: "birds" },
    ...more,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a build of Semaphore Classic",
    payload: { ...classic, event: "build", build_url: `${SITE}/branches/main/builds/314` },
    becomes: expected`
      build > nest/main
      :check: [Build 314](https://semaphoreci.com/birds/nest/branches/main/builds/314): passed
      * **Commit**: [1dc6aa69429 Oil the lid](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Author**: Ann
    `,
  },
  {
    name: "a deploy of Semaphore Classic",
    payload: {
      ...classic,
      event: "deploy",
      result: "failed",
      number: 17,
      html_url: `${SITE}/deploys/17`,
      build_html_url: `${SITE}/builds/314`,
      server_name: "nest-1",
    },
    becomes: expected`
      deploy > nest/main
      :cross_mark: [Deploy 17](https://semaphoreci.com/birds/nest/deploys/17) of [build 314](https://semaphoreci.com/birds/nest/builds/314): failed
      * **Commit**: [1dc6aa69429 Oil the lid](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Author**: Ann
      * **Server**: nest-1
    `,
  },
  {
    name: "another event of Semaphore Classic",
    payload: { ...classic, event: "rollback" },
    becomes: expected`
      > nest/main
      :check: rollback: passed
      * **Commit**: [1dc6aa69429 Oil the lid](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Author**: Ann
    `,
  },
  {
    name: "a push",
    ...on("branch"),
    becomes: expected`
      branch > nest/oil
      :check: Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): passed
      * **Commit**: [1dc6aa69429 Oil the lid](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Branch**: \`oil\`
      * **Author**: ann
    `,
  },
  {
    name: "a push, where the topic does not name the project",
    namesSubject: true,
    ...on("branch"),
    becomes: expected`
      branch > nest/oil
      [nest/oil] :check: Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): passed
      * **Commit**: [1dc6aa69429 Oil the lid](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Branch**: \`oil\`
      * **Author**: ann
    `,
  },
  {
    name: "a push to a repository elsewhere",
    ...on("branch", { repository: { url: "https://git.example.com/birds/nest" } }),
    becomes: expected`
      branch > nest/oil
      :check: Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): passed
      * **Commit**: 1dc6aa69429 Oil the lid
      * **Branch**: \`oil\`
      * **Author**: ann
    `,
  },
  {
    name: "a pull request that fails",
    ...on("pull_request", { pipeline: { name: "Tests", result: "failed", error_description: "No such image" } }),
    becomes: expected`
      pull_request > nest/oil
      :cross_mark: Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): failed
      * **Pull request**: [#3 Oil](https://github.com/birds/nest/pull/3)
      * **Branch**: \`oil\`
      * **Author**: ann
      * **Error**: No such image
    `,
  },
  {
    name: "a push of which some jobs fail",
    ...on("branch", {
      pipeline: { name: "Tests", result: "failed" },
      blocks: [
        {
          name: "Checks",
          jobs: [
            { name: "lint", result: "passed" },
            { name: "lids `a`", result: "failed" },
          ],
        },
        {
          name: "Nests",
          jobs: [
            { name: "nests", result: "failed" },
            { name: "doors", result: "stopped" },
          ],
        },
        { name: "Deploy" },
      ],
    }),
    becomes: expected`
      branch > nest/oil
      :cross_mark: Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): failed
      * **Commit**: [1dc6aa69429 Oil the lid](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Branch**: \`oil\`
      * **Author**: ann
      * **Failed jobs**: \`\` lids \`a\` \`\` and \`nests\`
    `,
  },
  {
    name: "a tag that is stopped",
    ...on("tag", { pipeline: { name: "Tests", result: "stopped" } }),
    becomes: expected`
      tag > nest
      Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): stopped
      * **Tag**: [v2](https://github.com/birds/nest/tree/v2)
      * **Author**: ann
    `,
  },
  {
    name: "an event that is new",
    ...on("snapshot", { revision: { reference_type: "snapshot", sender: { login: "ann" } } }),
    becomes: expected`
      > nest
      :check: Pipeline [Tests](https://birds.semaphoreci.com/workflows/84383f37-d025): passed
      * **Author**: ann
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
