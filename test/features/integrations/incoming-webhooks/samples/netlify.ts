import { expected, type Sample } from "../sample.ts";

const deploy = (event: string, more: object = {}) => ({
  headers: { "X-Netlify-Event": event },
  payload: {
    id: "5a51f2ae6b8cd1000d2f3a4b",
    site_id: "0d3a9d2f-ef94-4380-93df-27ee400e2048",
    build_id: "5a51f2ae6b8cd1000d2f3a4c",
    state: "building",
    name: "nest",
    url: "http://nest.netlify.app",
    ssl_url: "https://nest.netlify.app",
    admin_url: "https://app.netlify.com/sites/nest",
    deploy_ssl_url: "https://main--nest.netlify.app",
    created_at: "2026-01-10T08:30:00Z",
    branch: "main",
    commit_ref: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    commit_url: "https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    title: "Oil the lid",
    context: "production",
    committer: "ann",
    error_message: null,
    review_url: null,
    deploy_time: null,
    ...more,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a deploy that is being built",
    ...deploy("deploy_building"),
    becomes: expected`
      deploy_building > main
      The [deploy](https://app.netlify.com/sites/nest/deploys/5a51f2ae6b8cd1000d2f3a4b) of [nest](https://nest.netlify.app) from \`main\` is being built.
      * **Context**: production
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Title**: Oil the lid
      * **Author**: ann
    `,
  },
  {
    name: "a deploy that is live",
    ...deploy("deploy_created", { state: "ready", deploy_time: 75 }),
    becomes: expected`
      deploy_created > main
      :check: The [deploy](https://app.netlify.com/sites/nest/deploys/5a51f2ae6b8cd1000d2f3a4b) of [nest](https://nest.netlify.app) from \`main\` is live after 1 min 15 s.
      * **Context**: production
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Title**: Oil the lid
      * **Author**: ann
      * **Preview**: [https://main--nest.netlify.app](https://main--nest.netlify.app)
    `,
  },
  {
    name: "a preview that has failed",
    ...deploy("deploy_failed", {
      branch: "oil",
      context: "deploy-preview",
      review_url: "https://github.com/birds/nest/pull/3",
      error_message: "Failed during stage 'building site': Build script returned non-zero exit code: 2",
    }),
    becomes: expected`
      deploy_failed > oil
      :cross_mark: The [deploy](https://app.netlify.com/sites/nest/deploys/5a51f2ae6b8cd1000d2f3a4b) of [nest](https://nest.netlify.app) from \`oil\` has failed.
      * **Context**: deploy preview
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Title**: Oil the lid
      * **Author**: ann
      * **Review**: [pull request](https://github.com/birds/nest/pull/3)

      ~~~
      Failed during stage 'building site': Build script returned non-zero exit code: 2
      ~~~
    `,
  },
  {
    name: "a locked deploy",
    ...deploy("deploy_locked"),
    becomes: expected`
      deploy_locked > main
      The [deploy](https://app.netlify.com/sites/nest/deploys/5a51f2ae6b8cd1000d2f3a4b) of [nest](https://nest.netlify.app) from \`main\` is locked: newer deploys are not published.
      * **Context**: production
      * **Commit**: [1dc6aa69429](https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e)
      * **Title**: Oil the lid
      * **Author**: ann
    `,
  },
  {
    name: "an unlocked deploy of files without a branch",
    ...deploy("deploy_unlocked", { branch: null, commit_ref: null, title: null }),
    becomes: expected`
      deploy_unlocked > nest
      The [deploy](https://app.netlify.com/sites/nest/deploys/5a51f2ae6b8cd1000d2f3a4b) of [nest](https://nest.netlify.app) is no longer locked.
      * **Context**: production
      * **Author**: ann
    `,
  },
  {
    name: "an event that is not known",
    ...deploy("submission_created"),
    becomes: { unsupported: "submission_created" },
  },
  { name: "no header", payload: { a: 1 }, becomes: { refused: "MISSING_HTTP_EVENT_HEADER" } },
];
