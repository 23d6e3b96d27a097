import { type DeliverySample, json } from "./delivery-sample.ts";

/** The delivery of Gitea for a push, and those that come of it. */
const giteaPush = {
  repository: { name: "nest" },
  ref: "refs/heads/main",
  compare_url: "https://gitea.example.com/birds/nest/compare/0a...b7",
  commits: [
    {
      id: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
      message: "Add a lid\n",
      url: "https://gitea.example.com/birds/nest/commit/1f",
      author: { username: "bob" },
    },
  ],
  pusher: { username: "ann" },
};

/** Services with repositories: a delivery of each. */
export const repositoriesSamples: Readonly<Record<string, DeliverySample>> = {
  azuredevops: json({
    eventType: "git.push",
    resource: {
      repository: { name: "nest", remoteUrl: "https://dev.azure.com/birds/wood/_git/nest" },
      commits: [
        { commitId: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f", comment: "Add a lid", author: { name: "Bob" } },
      ],
      refUpdates: [
        {
          name: "refs/heads/main",
          oldObjectId: "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
          newObjectId: "b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7",
        },
      ],
      pushedBy: { displayName: "Ann" },
    },
  }),
  bitbucket2: json(
    {
      repository: { name: "nest" },
      actor: { display_name: "Ann" },
      push: {
        changes: [
          {
            new: { name: "main" },
            commits: [
              {
                hash: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
                message: "Add a lid\n",
                links: { html: { href: "https://bitbucket.org/birds/nest/commits/1f" } },
                author: { raw: "Bob <bob@example.com>" },
              },
            ],
            links: { html: { href: "https://bitbucket.org/birds/nest/branches/compare/b7..0a" } },
          },
        ],
      },
    },
    { "X-Event-Key": "repo:push" },
  ),
  bitbucket3: json({
    eventKey: "repo:refs_changed",
    actor: { displayName: "Ann" },
    repository: {
      name: "nest",
      links: { self: [{ href: "https://bitbucket.example.com/projects/BIRD/repos/nest/browse" }] },
    },
    changes: [
      { ref: { id: "refs/heads/main", displayId: "main" }, toHash: "b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7" },
    ],
  }),
  forgejo: json(giteaPush, { "X-Forgejo-Event": "push" }),
  gitea: json(giteaPush, { "X-Gitea-Event": "push" }),
  github: json(
    {
      repository: { name: "nest" },
      ref: "refs/heads/main",
      compare: "https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7",
      pusher: { name: "ann" },
      commits: [
        {
          id: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
          message: "Add a lid\n\nIt closes.",
          url: "https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
        },
      ],
    },
    { "X-GitHub-Event": "push" },
  ),
  gitlab: json(
    {
      project: { name: "nest", web_url: "https://gitlab.example.com/birds/nest" },
      before: "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
      after: "b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7",
      ref: "refs/heads/main",
      user_name: "Ann",
      commits: [
        {
          id: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
          message: "Add a lid\n\nIt closes.",
          url: "https://gitlab.example.com/birds/nest/-/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
          author: { name: "Bob" },
        },
      ],
      total_commits_count: 3,
    },
    { "X-Gitlab-Event": "Push Hook" },
  ),
  gogs: json(giteaPush, { "X-Gogs-Event": "push" }),
};
