import { expected, type Sample } from "../sample.ts";

const vcs = {
  provider_name: "github",
  origin_repository_url: "https://github.com/birds/nest",
  target_repository_url: "https://github.com/birds/nest",
  revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
  commit: {
    subject: "Oil the lid",
    body: "",
    author: { name: "Ann", email: "ann@example.com" },
    authored_at: "2026-01-10T08:29:00Z",
    committer: { name: "Ann", email: "ann@example.com" },
  },
  branch: "main",
};
const hook = (type: string, status: string, pipeline: object = { vcs }) => ({
  payload: {
    id: "3888f21b-eaa7-38e3-8f3d-75a63bba8895",
    type,
    happened_at: "2026-01-10T08:31:00Z",
    webhook: { id: "cf8c4fdd-0587-4da1-b4ca-4846e9640af9", name: "Chat" },
    project: { id: "84996744-a854-4f5e-aea3-04e2851dc1d2", name: "nest", slug: "github/birds/nest" },
    organization: { id: "f22b6566-597d-46d5-ba74-99ef5bb3d85c", name: "birds" },
    workflow: {
      id: "fda08377-fe7e-46b1-8992-3a7aaecac9c3",
      name: "build",
      created_at: "2026-01-10T08:29:30Z",
      stopped_at: "2026-01-10T08:31:00Z",
      url: "https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377",
      status,
    },
    pipeline: {
      id: "1285fe1d-d3a6-44fc-8886-8979558254c4",
      number: 130,
      created_at: "2026-01-10T08:29:30Z",
      trigger: { type: "webhook" },
      ...pipeline,
    },
    ...(type === "job-completed" && {
      job: {
        id: "8bd71c28",
        name: "test",
        number: 136,
        status,
        started_at: "2026-01-10T08:30:00Z",
        stopped_at: "2026-01-10T08:30:40Z",
      },
    }),
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a workflow that is successful",
    ...hook("workflow-completed", "success"),
    becomes: expected`
      workflow-completed > nest
      :check: Workflow [build](https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377) of **nest**, pipeline 130: **success** in 1 min 30 s.
      * **Branch**: \`main\`
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e) Oil the lid
      * **Author**: Ann
    `,
  },
  {
    name: "a job that has failed, of a tag",
    ...hook("job-completed", "failed", { vcs: { ...vcs, branch: null, tag: "v1.0" } }),
    becomes: expected`
      job-completed > nest
      :cross_mark: Job [test](https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377/jobs/136) of workflow build of **nest**, pipeline 130: **failed** in 40 s.
      * **Tag**: \`v1.0\`
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e) Oil the lid
      * **Author**: Ann
    `,
  },
  {
    name: "a workflow of GitLab that was canceled",
    ...hook("workflow-completed", "canceled", {
      trigger_parameters: {
        gitlab: {
          branch: "main",
          commit_sha: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
          commit_title: "Oil the lid",
          commit_author_name: "Ann",
          web_url: "https://gitlab.com/birds/nest",
        },
      },
    }),
    becomes: expected`
      workflow-completed > nest
      Workflow [build](https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377) of **nest**, pipeline 130: **canceled** in 1 min 30 s.
      * **Branch**: \`main\`
      * **Commit**: [1dc6aa69429](https://gitlab.com/birds/nest/-/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e) Oil the lid
      * **Author**: Ann
    `,
  },
  {
    name: "a workflow of Bitbucket that was begun by hand, and so is without a message",
    ...hook("workflow-completed", "success", {
      vcs: {
        ...vcs,
        provider_name: "bitbucket",
        target_repository_url: "https://bitbucket.org/birds/nest",
        commit: { subject: null, author: { name: null } },
      },
    }),
    becomes: expected`
      workflow-completed > nest
      :check: Workflow [build](https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377) of **nest**, pipeline 130: **success** in 1 min 30 s.
      * **Branch**: \`main\`
      * **Commit**: [1dc6aa69429](https://bitbucket.org/birds/nest/commits/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
    `,
  },
  {
    name: "a test",
    payload: { type: "ping", id: "1", webhook: { name: "Chat" } },
    becomes: expected`
      ping > CircleCI
      CircleCI webhook has been successfully configured.
    `,
  },
  { name: "an event that is not known", ...hook("job-started", "running"), becomes: { unsupported: "job-started" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
