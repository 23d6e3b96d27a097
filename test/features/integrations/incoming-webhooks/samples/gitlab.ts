import type { Sample } from "../sample.ts";

const HOME = "https://gitlab.example.com/birds/nest";
const project = { name: "nest", web_url: HOME, path_with_namespace: "birds/nest" };
const user = { name: "Ann", username: "ann" };
const on = (hook: string, payload: object) => ({
  headers: { "X-Gitlab-Event": hook, "X-Gitlab-Event-UUID": "13792a34-cac6-4fda-95a8-c58e00a3954e" },
  payload: { project, ...payload },
});
const ZERO = "0".repeat(40);
const push = {
  object_kind: "push",
  before: "0a".repeat(20),
  after: "b7".repeat(20),
  ref: "refs/heads/main",
  user_name: "Ann",
  commits: [
    {
      id: "1f".repeat(20),
      message: "Add a lid\n\nIt closes.",
      url: `${HOME}/-/commit/${"1f".repeat(20)}`,
      author: { name: "Bob", email: "bob@example.com" },
    },
  ],
  total_commits_count: 3,
};
const issue = {
  iid: 7,
  title: "The lid does not close",
  url: `${HOME}/-/issues/7`,
  description: "Since **yesterday**.",
};
const issued = (hook: string, action: string, more: object = {}) =>
  on(hook, { object_kind: "issue", user, object_attributes: { ...issue, action }, ...more });
const merge = {
  iid: 12,
  title: "Close the lid",
  url: `${HOME}/-/merge_requests/12`,
  description: "Fixes #7.",
  source_branch: "fix-lid",
  target_branch: "main",
};
const merged = (action: string, more: object = {}, attributes: object = {}) =>
  on("Merge Request Hook", {
    object_kind: "merge_request",
    user,
    object_attributes: { ...merge, action, ...attributes },
    ...more,
  });
const note = (noteable_type: string, more: object, action = "create") =>
  on("Note Hook", {
    object_kind: "note",
    user,
    object_attributes: { noteable_type, action, note: "I see it, too.", url: `${HOME}/-/x/1#note_4` },
    ...more,
  });
const page = (action: string) =>
  on("Wiki Page Hook", {
    object_kind: "wiki_page",
    user,
    object_attributes: {
      title: "Lids",
      url: `${HOME}/-/wikis/lids`,
      action,
      message: action === "update" ? "More lids" : "",
    },
  });
const job = {
  ref: "main",
  build_id: 44,
  build_name: "tests",
  build_stage: "check",
  build_status: "failed",
  project_name: "birds / nest",
};
const pipeline = {
  object_kind: "pipeline",
  user,
  object_attributes: { id: 31, ref: "main", status: "success", duration: 63, tag: false },
  builds: [
    { id: 44, name: "tests", status: "success" },
    { id: 45, name: "deploy", status: "manual" },
  ],
};

export const samples: readonly Sample[] = [
  {
    name: "a push",
    ...on("Push Hook", push),
    becomes: [
      {
        event: "Push Hook",
        topic: "nest / main",
        content:
          "Ann [pushed](https://gitlab.example.com/birds/nest/-/compare/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a...b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7) 3 commits to branch `main`.\nCommits by Bob (1).\n\n* Add a lid ([1f1f1f1f1f1](https://gitlab.example.com/birds/nest/-/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))\n[and 2 more commits]",
      },
    ],
  },
  {
    name: "a push that is told by the whole server",
    ...on("System Hook", { ...push, event_name: "push" }),
    namesSubject: true,
    becomes: [
      {
        event: "Push Hook",
        topic: "nest / main",
        content:
          "[[nest](https://gitlab.example.com/birds/nest)] Ann [pushed](https://gitlab.example.com/birds/nest/-/compare/0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a...b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7) 3 commits to branch `main`.\nCommits by Bob (1).\n\n* Add a lid ([1f1f1f1f1f1](https://gitlab.example.com/birds/nest/-/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))\n[and 2 more commits]",
      },
    ],
  },
  {
    name: "a new branch",
    ...on("Push Hook", { ...push, before: ZERO, commits: [], total_commits_count: 0 }),
    becomes: [
      {
        event: "Push Hook",
        topic: "nest / main",
        content: "Ann [created](https://gitlab.example.com/birds/nest/-/tree/main) branch `main`.",
      },
    ],
  },
  {
    name: "a removed branch",
    ...on("Push Hook", { ...push, after: ZERO, commits: [], total_commits_count: 0 }),
    becomes: [{ event: "Push Hook", topic: "nest / main", content: "Ann deleted branch `main`." }],
  },
  {
    name: "a push to another branch than is asked for",
    ...on("Push Hook", push),
    query: { branches: "dev" },
    becomes: [],
  },
  {
    name: "a tag",
    ...on("Tag Push Hook", { ...push, ref: "refs/tags/v2.0", before: ZERO, message: "Version 2" }),
    becomes: [
      {
        event: "Tag Push Hook",
        topic: "nest",
        content:
          "Ann pushed tag [v2.0](https://gitlab.example.com/birds/nest/-/tags/v2.0).\n\n~~~ quote\nVersion 2\n~~~",
      },
    ],
  },
  {
    name: "a removed tag",
    ...on("Tag Push Hook", { ...push, ref: "refs/tags/v2.0", after: ZERO }),
    becomes: [{ event: "Tag Push Hook", topic: "nest", content: "Ann removed tag `v2.0`." }],
  },
  {
    name: "an opened issue",
    ...issued("Issue Hook", "open", {
      assignees: [{ name: "Bob" }],
      changes: { title: { previous: null, current: issue.title }, description: { current: issue.description } },
    }),
    becomes: [
      {
        event: "Issue Hook open",
        topic: "nest / issue #7 The lid does not close",
        content:
          "Ann opened [issue #7](https://gitlab.example.com/birds/nest/-/issues/7) (assigned to Bob):\n\n~~~ quote\nSince **yesterday**.\n~~~",
      },
    ],
  },
  {
    name: "a closed epic of a group, in which there are no projects",
    ...issued("Issue Hook", "close", {
      project: null,
      repository: null,
      object_attributes: {
        ...issue,
        type: "Epic",
        url: "https://gitlab.example.com/groups/birds/wood/-/work_items/7",
        action: "close",
      },
    }),
    namesSubject: true,
    becomes: [
      {
        event: "Issue Hook close",
        topic: "birds/wood / epic #7 The lid does not close",
        content:
          "[birds/wood] Ann closed [epic #7 The lid does not close](https://gitlab.example.com/groups/birds/wood/-/work_items/7).",
      },
    ],
  },
  {
    name: "a closed incident",
    ...issued("Issue Hook", "close", { object_attributes: { ...issue, type: "Incident", action: "close" } }),
    becomes: [
      {
        event: "Issue Hook close",
        topic: "nest / incident #7 The lid does not close",
        content: "Ann closed [incident #7](https://gitlab.example.com/birds/nest/-/issues/7).",
      },
    ],
  },
  {
    name: "a comment on a task",
    ...note("Issue", { issue: { ...issue, type: "Task" } }),
    becomes: [
      {
        event: "Note Hook Issue",
        topic: "nest / task #7 The lid does not close",
        content:
          "Ann [commented](https://gitlab.example.com/birds/nest/-/x/1#note_4) on [task #7](https://gitlab.example.com/birds/nest/-/issues/7):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a closed issue",
    ...issued("Issue Hook", "close"),
    becomes: [
      {
        event: "Issue Hook close",
        topic: "nest / issue #7 The lid does not close",
        content: "Ann closed [issue #7](https://gitlab.example.com/birds/nest/-/issues/7).",
      },
    ],
  },
  {
    name: "a reopened issue under another topic",
    ...issued("Issue Hook", "reopen"),
    namesSubject: true,
    becomes: [
      {
        event: "Issue Hook reopen",
        topic: "nest / issue #7 The lid does not close",
        content:
          "[[nest](https://gitlab.example.com/birds/nest)] Ann reopened [issue #7 The lid does not close](https://gitlab.example.com/birds/nest/-/issues/7).",
      },
    ],
  },
  {
    name: "a changed issue",
    ...issued("Issue Hook", "update", {
      changes: {
        title: { previous: "The `lid", current: "The lid does not close" },
        labels: { previous: [], current: [{ title: "bug" }] },
      },
    }),
    becomes: [
      {
        event: "Issue Hook update",
        topic: "nest / issue #7 The lid does not close",
        content:
          "Ann updated [issue #7](https://gitlab.example.com/birds/nest/-/issues/7) (its title was “The \\`lid”; labels: `bug`).",
      },
    ],
  },
  {
    name: "an opened confidential issue",
    ...issued("Confidential Issue Hook", "open", {}),
    becomes: [
      {
        event: "Confidential Issue Hook open",
        topic: "nest / issue #7 The lid does not close",
        content:
          "Ann opened [issue #7](https://gitlab.example.com/birds/nest/-/issues/7):\n\n~~~ quote\nSince **yesterday**.\n~~~",
      },
    ],
  },
  {
    name: "a closed confidential issue",
    ...issued("Confidential Issue Hook", "close"),
    becomes: [
      {
        event: "Confidential Issue Hook close",
        topic: "nest / issue #7 The lid does not close",
        content: "Ann closed [issue #7](https://gitlab.example.com/birds/nest/-/issues/7).",
      },
    ],
  },
  {
    name: "a reopened confidential issue",
    ...issued("Confidential Issue Hook", "reopen"),
    becomes: [
      {
        event: "Confidential Issue Hook reopen",
        topic: "nest / issue #7 The lid does not close",
        content: "Ann reopened [issue #7](https://gitlab.example.com/birds/nest/-/issues/7).",
      },
    ],
  },
  {
    name: "a changed confidential issue",
    ...issued("Confidential Issue Hook", "update"),
    becomes: [
      {
        event: "Confidential Issue Hook update",
        topic: "nest / issue #7 The lid does not close",
        content: "Ann updated [issue #7](https://gitlab.example.com/birds/nest/-/issues/7).",
      },
    ],
  },
  {
    name: "an opened merge request with comments that are not shown",
    ...merged(
      "open",
      {},
      { description: "<!-- What\n is it? -->\nA lid, not `<!-- a -->`.\n<!-- Why? -->\n```\n<!-- b -->\n```\n<!--" },
    ),
    becomes: [
      {
        event: "Merge Request Hook open",
        topic: "nest / MR !12 Close the lid",
        content:
          "Ann opened [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12) from `fix-lid` to `main`:\n\n~~~~ quote\nA lid, not `<!-- a -->`.\n\n```\n<!-- b -->\n```\n~~~~",
      },
    ],
  },
  {
    name: "an opened merge request",
    ...merged("open", { assignees: [{ name: "Bob" }] }),
    becomes: [
      {
        event: "Merge Request Hook open",
        topic: "nest / MR !12 Close the lid",
        content:
          "Ann opened [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12) from `fix-lid` to `main` (assigned to Bob):\n\n~~~ quote\nFixes #7.\n~~~",
      },
    ],
  },
  {
    name: "an opened merge request whose topic has no title",
    ...merged("open"),
    query: { use_merge_request_title: "false" },
    becomes: [
      {
        event: "Merge Request Hook open",
        topic: "nest / MR !12",
        content:
          "Ann opened [MR !12 Close the lid](https://gitlab.example.com/birds/nest/-/merge_requests/12) from `fix-lid` to `main`:\n\n~~~ quote\nFixes #7.\n~~~",
      },
    ],
  },
  {
    name: "a merge request with new commits",
    ...merged("update", {}, { oldrev: "0a".repeat(20) }),
    becomes: [
      {
        event: "Merge Request Hook update",
        topic: "nest / MR !12 Close the lid",
        content: "Ann pushed to [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12).",
      },
    ],
  },
  {
    name: "a merge request with other people",
    ...merged("update", { changes: { assignees: { previous: [], current: [{ name: "Bob" }, { name: "Cal" }] } } }),
    becomes: [
      {
        event: "Merge Request Hook update",
        topic: "nest / MR !12 Close the lid",
        content:
          "Ann updated [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12) (assigned to Bob and Cal).",
      },
    ],
  },
  {
    name: "a merge request with a reviewer",
    ...merged("update", { changes: { reviewers: { previous: [], current: [{ name: "Bob" }] } } }),
    becomes: [
      {
        event: "Merge Request Hook update",
        topic: "nest / MR !12 Close the lid",
        content: "Ann updated [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12) (reviewers: Bob).",
      },
    ],
  },
  {
    name: "a merge request that was changed in nothing that matters",
    ...merged("update", { changes: { updated_at: {} } }),
    becomes: [],
  },
  {
    name: "an approved merge request",
    ...merged("approved"),
    becomes: [
      {
        event: "Merge Request Hook approved",
        topic: "nest / MR !12 Close the lid",
        content: "Ann approved [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12).",
      },
    ],
  },
  {
    name: "one of several approvals",
    ...merged("approval"),
    becomes: [
      {
        event: "Merge Request Hook approved",
        topic: "nest / MR !12 Close the lid",
        content: "Ann approved [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12).",
      },
    ],
  },
  {
    name: "an unapproved merge request",
    ...merged("unapproved"),
    becomes: [
      {
        event: "Merge Request Hook unapproved",
        topic: "nest / MR !12 Close the lid",
        content: "Ann unapproved [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12).",
      },
    ],
  },
  {
    name: "a merged merge request",
    ...merged("merge"),
    becomes: [
      {
        event: "Merge Request Hook merge",
        topic: "nest / MR !12 Close the lid",
        content:
          "Ann merged [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12) from `fix-lid` to `main`.",
      },
    ],
  },
  {
    name: "a closed merge request",
    ...merged("close"),
    becomes: [
      {
        event: "Merge Request Hook close",
        topic: "nest / MR !12 Close the lid",
        content: "Ann closed [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12).",
      },
    ],
  },
  {
    name: "a reopened merge request",
    ...merged("reopen"),
    becomes: [
      {
        event: "Merge Request Hook reopen",
        topic: "nest / MR !12 Close the lid",
        content:
          "Ann reopened [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12) from `fix-lid` to `main`.",
      },
    ],
  },
  {
    name: "a comment on a commit",
    ...note("Commit", { commit: { id: "b7".repeat(20), url: `${HOME}/-/commit/b7` } }),
    becomes: [
      {
        event: "Note Hook Commit",
        topic: "nest",
        content:
          "Ann [commented](https://gitlab.example.com/birds/nest/-/x/1#note_4) on commit [b7b7b7b7b7b](https://gitlab.example.com/birds/nest/-/commit/b7):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a comment on a merge request",
    ...note("MergeRequest", { merge_request: merge }),
    becomes: [
      {
        event: "Note Hook MergeRequest",
        topic: "nest / MR !12 Close the lid",
        content:
          "Ann [commented](https://gitlab.example.com/birds/nest/-/x/1#note_4) on [MR !12](https://gitlab.example.com/birds/nest/-/merge_requests/12):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a comment on an issue",
    ...note("Issue", { issue }),
    becomes: [
      {
        event: "Note Hook Issue",
        topic: "nest / issue #7 The lid does not close",
        content:
          "Ann [commented](https://gitlab.example.com/birds/nest/-/x/1#note_4) on [issue #7](https://gitlab.example.com/birds/nest/-/issues/7):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "an edited comment on an issue",
    ...note("Issue", { issue }, "update"),
    becomes: [
      {
        event: "Note Hook Issue",
        topic: "nest / issue #7 The lid does not close",
        content:
          "Ann edited a [comment](https://gitlab.example.com/birds/nest/-/x/1#note_4) on [issue #7](https://gitlab.example.com/birds/nest/-/issues/7):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a comment on a snippet",
    ...note("Snippet", { snippet: { id: 5, title: "a.ts" } }),
    namesSubject: true,
    becomes: [
      {
        event: "Note Hook Snippet",
        topic: "nest / snippet #5 a.ts",
        content:
          "[[nest](https://gitlab.example.com/birds/nest)] Ann [commented](https://gitlab.example.com/birds/nest/-/x/1#note_4) on [snippet #5 a.ts](https://gitlab.example.com/birds/nest/-/x/1):\n\n~~~ quote\nI see it, too.\n~~~",
      },
    ],
  },
  {
    name: "a new wiki page",
    ...page("create"),
    becomes: [
      {
        event: "Wiki Page Hook create",
        topic: "nest",
        content: "Ann created wiki page [Lids](https://gitlab.example.com/birds/nest/-/wikis/lids).",
      },
    ],
  },
  {
    name: "a changed wiki page",
    ...page("update"),
    becomes: [
      {
        event: "Wiki Page Hook update",
        topic: "nest",
        content: "Ann updated wiki page [Lids](https://gitlab.example.com/birds/nest/-/wikis/lids): More lids",
      },
    ],
  },
  {
    name: "a failed job",
    ...on("Job Hook", { object_kind: "build", ...job }),
    becomes: [
      {
        event: "Job Hook",
        topic: "nest / main",
        content: "Job [tests](https://gitlab.example.com/birds/nest/-/jobs/44) of stage check: :cross_mark: failed",
      },
    ],
  },
  {
    name: "a job, as older servers tell it",
    ...on("Build Hook", { object_kind: "build", ...job, build_status: "success" }),
    becomes: [
      {
        event: "Build Hook",
        topic: "nest / main",
        content: "Job [tests](https://gitlab.example.com/birds/nest/-/jobs/44) of stage check: :check: success",
      },
    ],
  },
  {
    name: "a pipeline",
    ...on("Pipeline Hook", pipeline),
    becomes: [
      {
        event: "Pipeline Hook",
        topic: "nest / main",
        content:
          "Pipeline [#31](https://gitlab.example.com/birds/nest/-/pipelines/31) of `main`: :check: success in 63 s\n* [tests](https://gitlab.example.com/birds/nest/-/jobs/44): :check: success\n* [deploy](https://gitlab.example.com/birds/nest/-/jobs/45): manual",
      },
    ],
  },
  {
    name: "a pipeline of another branch than is asked for",
    ...on("Pipeline Hook", pipeline),
    query: { branches: "dev" },
    becomes: [],
  },
  {
    name: "a release",
    ...on("Release Hook", {
      object_kind: "release",
      action: "create",
      name: "Version 2",
      tag: "v2.0",
      url: `${HOME}/-/releases/v2.0`,
      description: "* A lid",
    }),
    becomes: [
      {
        event: "Release Hook",
        topic: "nest",
        content:
          "Release [Version 2](https://gitlab.example.com/birds/nest/-/releases/v2.0) of tag `v2.0` was published:\n\n~~~ quote\n* A lid\n~~~",
      },
    ],
  },
  { name: "an event that is not known", ...on("Deployment Hook", {}), becomes: { unsupported: "Deployment Hook" } },
  { name: "no event", payload: push, becomes: { refused: "MISSING_HTTP_EVENT_HEADER" } },
];
