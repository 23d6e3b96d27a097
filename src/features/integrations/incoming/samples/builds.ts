import { type DeliverySample, form, json } from "./delivery-sample.ts";

/** Builds and deploys: a delivery of each. */
export const buildsSamples: Readonly<Record<string, DeliverySample>> = {
  ansibletower: json({
    id: 5,
    name: "Oil the lids",
    url: "https://tower.example.com/#/jobs/playbook/5",
    created_by: "ann",
    started: "2026-01-10T08:30:00+00:00",
    finished: "2026-01-10T08:31:30+00:00",
    status: "successful",
    inventory: "Nests",
    project: "Birds",
    playbook: "oil.yml",
    limit: "nest-*",
    hosts: { "nest-1": { changed: 1, ok: 2 } },
  }),
  buildbot: json({
    event: "finished",
    buildid: 33,
    buildername: "runtests",
    url: "http://localhost:8010/#builders/2/builds/33",
    project: "nest",
    results: 0,
  }),
  circleci: json({
    type: "workflow-completed",
    project: { name: "nest" },
    workflow: {
      name: "build",
      created_at: "2026-01-10T08:29:30Z",
      stopped_at: "2026-01-10T08:31:00Z",
      url: "https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377",
      status: "success",
    },
    pipeline: {
      number: 130,
      vcs: {
        target_repository_url: "https://github.com/birds/nest",
        revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
        commit: { subject: "Oil the lid", author: { name: "Ann" } },
        branch: "main",
      },
    },
  }),
  harbor: json({
    type: "SCANNING_COMPLETED",
    occur_at: 1768033800,
    operator: "auto",
    event_data: {
      resources: [
        {
          tag: "1.2",
          scan_overview: {
            "application/vnd.security.vulnerability.report; version=1.1": {
              summary: { total: 5, fixable: 3, summary: { High: 4, Low: 1 } },
            },
          },
        },
      ],
      repository: { name: "lid", namespace: "nest", repo_full_name: "nest/lid" },
    },
  }),
  heroku: form({
    app: "nest",
    user: "ann@example.com",
    url: "https://nest.herokuapp.com",
    head_long: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    release: "v7",
    git_log: "  * Ann: Oil the lid",
  }),
  jenkins: json({
    display_name: "nest",
    build: {
      full_url: "https://jenkins.example.com/job/nest/18/",
      number: 18,
      duration: 45000,
      phase: "FINALIZED",
      status: "SUCCESS",
      scm: { branch: "origin/main", commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e", culprits: ["ann"] },
      artifacts: { "nest.zip": { archive: "https://jenkins.example.com/job/nest/18/artifact/nest.zip" } },
      test_summary: { total: 42, failed: 1, passed: 41 },
    },
  }),
  netlify: json(
    {
      id: "5a51f2ae6b8cd1000d2f3a4b",
      name: "nest",
      ssl_url: "https://nest.netlify.app",
      admin_url: "https://app.netlify.com/sites/nest",
      deploy_ssl_url: "https://main--nest.netlify.app",
      branch: "main",
      commit_ref: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      commit_url: "https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      title: "Oil the lid",
      context: "production",
      committer: "ann",
      deploy_time: 75,
    },
    { "X-Netlify-Event": "deploy_created" },
  ),
  rundeck: json({
    trigger: "success",
    status: "succeeded",
    executionId: 7,
    execution: {
      id: 7,
      href: "https://rundeck.example.com/project/nest/execution/show/7",
      status: "succeeded",
      project: "nest",
      user: "ann",
      "date-started": { unixtime: 1768033800000 },
      "date-ended": { unixtime: 1768033925000 },
      job: { name: "Oil the lids", permalink: "https://rundeck.example.com/project/nest/job/show/a0296d93" },
    },
  }),
  sonarqube: json({
    analysedAt: "2026-01-10T08:30:00+0000",
    revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    project: { name: "Nest" },
    branch: { name: "main", url: "https://sonar.example.com/dashboard?id=nest&branch=main" },
    qualityGate: {
      name: "Birds",
      status: "ERROR",
      conditions: [
        { metric: "new_coverage", operator: "LESS_THAN", value: "12.5", status: "ERROR", errorThreshold: "80" },
      ],
    },
  }),
  teamcity: json({
    build: {
      buildStatus: "Tests failed: 1, passed: 41",
      buildResult: "failure",
      buildResultDelta: "broken",
      buildFullName: "Birds :: Nest",
      buildNumber: "7",
      buildStatusUrl: "https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746",
      agentName: "Agent 1",
      branchDisplayName: "main",
      triggeredBy: "Ann",
      changes: [{ change: { comment: "Oil the lid", username: "ann" } }],
    },
  }),
  travis: form({
    payload: JSON.stringify({
      number: "7",
      result_message: "Passed",
      duration: 125,
      build_url: "https://app.travis-ci.com/birds/nest/builds/1",
      compare_url: "https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b",
      commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      branch: "main",
      message: "Oil the lid\n\nIt squeaks.",
      committer_name: "Ann",
      repository: { name: "nest", owner_name: "birds" },
    }),
  }),
};
