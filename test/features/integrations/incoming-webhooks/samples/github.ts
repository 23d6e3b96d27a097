import { expected, type Sample } from "../sample.ts";

const REPO = "https://github.com/birds/nest";
const repository = { name: "nest", full_name: "birds/nest", html_url: REPO, private: false };
const sender = { login: "ann", html_url: "https://github.com/ann" };
const organization = { login: "birds" };
const common = { repository, sender };
const on = (event: string, payload: object) => ({
  headers: { "X-GitHub-Event": event, "X-GitHub-Delivery": "72d3162e-cc78-11e3-81ab-4c9367dc0958" },
  payload: { ...common, ...payload },
});

const commit = (id: string, message: string, username: string) => ({
  id: id.repeat(40).slice(0, 40),
  message,
  url: `${REPO}/commit/${id.repeat(40).slice(0, 40)}`,
  author: { name: username.toUpperCase(), username },
});
const push = {
  ref: "refs/heads/main",
  before: "0a".repeat(20),
  after: "b7".repeat(20),
  created: false,
  deleted: false,
  forced: false,
  compare: `${REPO}/compare/0a0a0a0a0a0a...b7b7b7b7b7b7`,
  pusher: { name: "ann" },
  head_commit: { url: `${REPO}/commit/${"b7".repeat(20)}` },
};
const issue = {
  number: 7,
  title: "The lid does not close",
  html_url: `${REPO}/issues/7`,
  body: "Since **yesterday**.\n\n```\nclose()\n```",
};
const pull_request = {
  number: 12,
  title: "Close the lid",
  html_url: `${REPO}/pull/12`,
  body: "Fixes #7.",
  head: { ref: "fix-lid" },
  base: { ref: "main" },
  assignees: [],
  draft: false,
  merged: false,
};
const comment = {
  html_url: `${REPO}/issues/7#issuecomment-1`,
  body: "I see it, too.",
  user: { login: "bob" },
  commit_id: "b7".repeat(20),
  path: "lid.ts",
};
const deployment = { ref: "main", environment: "staging", description: "Try the lid" };
const discussion = {
  number: 3,
  title: "Which lid?",
  html_url: `${REPO}/discussions/3`,
  body: "There are two.",
  category: { name: "Ideas" },
};
const team = { name: "lids", html_url: "https://github.com/orgs/birds/teams/lids" };
const member = { login: "bob", html_url: "https://github.com/bob" };
const release = {
  name: "Version 2",
  tag_name: "v2.0",
  html_url: `${REPO}/releases/tag/v2.0`,
  body: "<!-- Made by GitHub -->\n\n* A lid",
  prerelease: false,
};

const pulled = (action: string, more: object = {}, pull: object = {}) =>
  on("pull_request", { action, number: 12, pull_request: { ...pull_request, ...pull }, ...more });
const issued = (action: string, more: object = {}) => on("issues", { action, issue, ...more });

export const samples: readonly Sample[] = [
  {
    name: "a push",
    ...on("push", { ...push, commits: [commit("1f", "Add a lid\n\nIt closes.", "ann")] }),
    becomes: expected`
      push_commits > nest / main
      ann [pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) 1 commit to branch \`main\`.

      * Add a lid ([1f1f1f1f1f1](https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push of others' commits, to a branch that is asked for",
    ...on("push", {
      ...push,
      commits: [commit("1f", "Add [a] lid", "bob"), commit("2e", "Oil it", "bob"), commit("3d", "Paint it", "ann")],
    }),
    query: { branches: "dev,ma*" },
    becomes: expected`
      push_commits > nest / main
      ann [pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) 3 commits to branch \`main\`.
      Commits by bob (2) and ann (1).

      * Add [a] lid ([1f1f1f1f1f1](https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
      * Oil it ([2e2e2e2e2e2](https://github.com/birds/nest/commit/2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e2e))
      * Paint it ([3d3d3d3d3d3](https://github.com/birds/nest/commit/3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d3d))
    `,
  },
  {
    name: "a push whose topic is the address's",
    ...on("push", { ...push, commits: [commit("1f", "Add a lid", "ann")] }),
    namesSubject: true,
    becomes: expected`
      push_commits > nest / main
      [[nest](https://github.com/birds/nest)] ann [pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) 1 commit to branch \`main\`.

      * Add a lid ([1f1f1f1f1f1](https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push of more commits than are shown",
    ...on("push", {
      ...push,
      commits: Array.from({ length: 22 }, (_, index) => commit("4c", `Change ${index + 1}`, "ann")),
    }),
    becomes: expected`
      push_commits > nest / main
      ann [pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) 22 commits to branch \`main\`.

      * Change 1 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 2 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 3 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 4 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 5 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 6 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 7 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 8 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 9 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 10 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 11 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 12 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 13 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 14 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 15 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 16 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 17 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 18 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 19 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      * Change 20 ([4c4c4c4c4c4](https://github.com/birds/nest/commit/4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c4c))
      [and 2 more commits]
    `,
  },
  {
    name: "a push to another branch than is asked for",
    ...on("push", { ...push, commits: [] }),
    query: { branches: "dev" },
    becomes: [],
  },
  {
    name: "a push by force",
    ...on("push", { ...push, forced: true, commits: [commit("1f", "Add a lid", "ann")] }),
    becomes: expected`
      push_commits > nest / main
      ann [force-pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) 1 commit to branch \`main\`. Its head is now [b7b7b7b7b7b](https://github.com/birds/nest/commit/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).

      * Add a lid ([1f1f1f1f1f1](https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push by force to an older commit",
    ...on("push", { ...push, forced: true, commits: [] }),
    becomes: expected`
      push_commits > nest / main
      ann [force-pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) to branch \`main\`, without new commits. Its head is now [b7b7b7b7b7b](https://github.com/birds/nest/commit/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).
    `,
  },
  {
    name: "a push of a new branch",
    ...on("push", { ...push, ref: "refs/heads/dev", created: true, commits: [] }),
    becomes: expected`
      push_commits > nest / dev
      ann [created](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) branch \`dev\`.
    `,
  },
  {
    name: "a push of a new branch with commits",
    ...on("push", { ...push, ref: "refs/heads/dev", created: true, commits: [commit("1f", "Add a lid", "ann")] }),
    becomes: expected`
      push_commits > nest / dev
      ann [pushed](https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7) the new branch \`dev\` with 1 commit.

      * Add a lid ([1f1f1f1f1f1](https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push that removes a branch",
    ...on("push", { ...push, ref: "refs/heads/dev", deleted: true, commits: [] }),
    becomes: expected`
      push_commits > nest / dev
      ann deleted branch \`dev\`.
    `,
  },
  {
    name: "a push by a merge queue",
    ...on("push", { ...push, ref: "refs/heads/gh-readonly-queue/main/pr-12", commits: [] }),
    becomes: [],
  },
  {
    name: "a tag",
    ...on("push", { ...push, ref: "refs/tags/v2.0", created: true, commits: [] }),
    becomes: expected`
      push_tags > nest
      ann pushed tag [v2.0](https://github.com/birds/nest/releases/tag/v2.0).
    `,
  },
  {
    name: "a removed tag",
    ...on("push", { ...push, ref: "refs/tags/v2.0", deleted: true, commits: [] }),
    becomes: expected`
      push_tags > nest
      ann removed tag \`v2.0\`.
    `,
  },
  {
    name: "a push to a private repository, which is to be ignored",
    ...on("push", { ...push, repository: { ...repository, private: true } }),
    query: { ignore_private_repositories: "true" },
    becomes: [],
  },
  {
    name: "a created branch",
    ...on("create", { ref: "dev", ref_type: "branch" }),
    becomes: expected`
      create > nest / dev
      ann created branch [dev](https://github.com/birds/nest/tree/dev).
    `,
  },
  {
    name: "a created tag",
    ...on("create", { ref: "v2.0", ref_type: "tag" }),
    becomes: expected`
      create > nest
      ann created tag [v2.0](https://github.com/birds/nest/tree/v2.0).
    `,
  },
  {
    name: "a deleted branch",
    ...on("delete", { ref: "dev", ref_type: "branch" }),
    becomes: expected`
      delete > nest / dev
      ann deleted branch \`dev\`.
    `,
  },
  {
    name: "an opened issue",
    ...issued("opened"),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann opened [issue #7](https://github.com/birds/nest/issues/7):

      ~~~~ quote
      Since **yesterday**.

      \`\`\`
      close()
      \`\`\`
      ~~~~
    `,
  },
  {
    name: "an opened issue under another topic",
    ...issued("opened"),
    namesSubject: true,
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      [[nest](https://github.com/birds/nest)] ann opened [issue #7 The lid does not close](https://github.com/birds/nest/issues/7):

      ~~~~ quote
      Since **yesterday**.

      \`\`\`
      close()
      \`\`\`
      ~~~~
    `,
  },
  {
    name: "a closed issue",
    ...issued("closed", { issue: { ...issue, state_reason: "not_planned" } }),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann closed [issue #7](https://github.com/birds/nest/issues/7) as not planned.
    `,
  },
  {
    name: "a reopened issue",
    ...issued("reopened"),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann reopened [issue #7](https://github.com/birds/nest/issues/7).
    `,
  },
  {
    name: "an edited issue",
    ...issued("edited", { changes: { body: { from: "x" } } }),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann edited [issue #7](https://github.com/birds/nest/issues/7):

      ~~~~ quote
      Since **yesterday**.

      \`\`\`
      close()
      \`\`\`
      ~~~~
    `,
  },
  { name: "an issue that was edited without a change", ...issued("edited", { changes: {} }), becomes: [] },
  {
    name: "an issue that was edited to what it was",
    ...issued("edited", { changes: { body: { from: issue.body }, title: { from: issue.title } } }),
    becomes: [],
  },
  {
    name: "a comment that was edited without a change",
    ...on("issue_comment", { action: "edited", issue, comment, changes: {} }),
    becomes: [],
  },
  {
    name: "a comment that was edited to what it was",
    ...on("issue_comment", { action: "edited", issue, comment, changes: { body: { from: comment.body } } }),
    becomes: [],
  },
  {
    name: "an assigned issue",
    ...issued("assigned", { assignee: { login: "bob" } }),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann assigned bob to [issue #7](https://github.com/birds/nest/issues/7).
    `,
  },
  {
    name: "an issue with a label",
    ...issued("labeled", { label: { name: "bug" } }),
    becomes: expected`
      issue_labeled_or_unlabeled > nest / issue #7 The lid does not close
      ann added label \`bug\` to [issue #7](https://github.com/birds/nest/issues/7).
    `,
  },
  {
    name: "an issue without a label",
    ...issued("unlabeled", { label: { name: "bug" } }),
    becomes: expected`
      issue_labeled_or_unlabeled > nest / issue #7 The lid does not close
      ann removed label \`bug\` from [issue #7](https://github.com/birds/nest/issues/7).
    `,
  },
  {
    name: "an issue of a milestone",
    ...issued("milestoned", { milestone: { title: "2.0", html_url: `${REPO}/milestone/1` } }),
    becomes: expected`
      issue_milestoned_or_demilestoned > nest / issue #7 The lid does not close
      ann added milestone [2.0](https://github.com/birds/nest/milestone/1) to [issue #7](https://github.com/birds/nest/issues/7).
    `,
  },
  {
    name: "an issue that was transferred away",
    ...issued("transferred", {
      changes: {
        new_issue: { number: 1, html_url: "https://github.com/birds/tree/issues/1" },
        new_repository: { name: "tree" },
      },
    }),
    becomes: expected`
      issues_transferred > nest / issue #7 The lid does not close
      ann transferred [issue #7](https://github.com/birds/nest/issues/7) to [tree#1](https://github.com/birds/tree/issues/1).
    `,
  },
  {
    name: "an issue that was transferred here",
    ...issued("opened", {
      changes: {
        old_issue: { number: 4, html_url: "https://github.com/birds/tree/issues/4" },
        old_repository: { name: "tree" },
      },
    }),
    becomes: expected`
      issues_opened_via_transfer > nest / issue #7 The lid does not close
      ann opened [issue #7](https://github.com/birds/nest/issues/7) (transferred from [tree#4](https://github.com/birds/tree/issues/4)):

      ~~~~ quote
      Since **yesterday**.

      \`\`\`
      close()
      \`\`\`
      ~~~~
    `,
  },
  {
    name: "a comment on an issue",
    ...on("issue_comment", { action: "created", issue, comment }),
    becomes: expected`
      issue_comment > nest / issue #7 The lid does not close
      ann [commented](https://github.com/birds/nest/issues/7#issuecomment-1) on [issue #7](https://github.com/birds/nest/issues/7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a deleted comment on an issue",
    ...on("issue_comment", { action: "deleted", issue, comment }),
    becomes: expected`
      issue_comment > nest / issue #7 The lid does not close
      ann deleted a [comment](https://github.com/birds/nest/issues/7#issuecomment-1) on [issue #7](https://github.com/birds/nest/issues/7).
    `,
  },
  {
    name: "a comment on a pull request",
    ...on("issue_comment", {
      action: "edited",
      issue: { ...issue, number: 12, title: "Close the lid", html_url: `${REPO}/pull/12`, pull_request: {} },
      comment,
    }),
    becomes: expected`
      issue_comment > nest / PR #12 Close the lid
      ann edited a [comment](https://github.com/birds/nest/issues/7#issuecomment-1) on [PR #12](https://github.com/birds/nest/pull/12):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a comment on a commit",
    ...on("commit_comment", { action: "created", comment }),
    becomes: expected`
      commit_comment > nest
      bob [commented](https://github.com/birds/nest/issues/7#issuecomment-1) on commit [b7b7b7b7b7b](https://github.com/birds/nest/commit/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7) in \`lid.ts\`:

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "an opened pull request",
    ...pulled("opened"),
    becomes: expected`
      opened_pull_request > nest / PR #12 Close the lid
      ann opened [PR #12](https://github.com/birds/nest/pull/12) from \`fix-lid\` to \`main\`:

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "an opened pull request under another topic",
    ...pulled("opened"),
    namesSubject: true,
    becomes: expected`
      opened_pull_request > nest / PR #12 Close the lid
      [[nest](https://github.com/birds/nest)] ann opened [PR #12 Close the lid](https://github.com/birds/nest/pull/12) from \`fix-lid\` to \`main\`:

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "an opened draft that is assigned, without a text",
    ...pulled("opened", {}, { draft: true, body: null, assignees: [{ login: "bob" }, { login: "cal" }] }),
    becomes: expected`
      opened_pull_request > nest / PR #12 Close the lid
      ann opened draft [PR #12](https://github.com/birds/nest/pull/12) from \`fix-lid\` to \`main\` (assigned to bob and cal).
    `,
  },
  {
    name: "a reopened pull request",
    ...pulled("reopened"),
    becomes: expected`
      opened_pull_request > nest / PR #12 Close the lid
      ann reopened [PR #12](https://github.com/birds/nest/pull/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a merged pull request",
    ...pulled("closed", {}, { merged: true }),
    becomes: expected`
      closed_pull_request > nest / PR #12 Close the lid
      ann merged [PR #12](https://github.com/birds/nest/pull/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a closed pull request",
    ...pulled("closed"),
    becomes: expected`
      closed_pull_request > nest / PR #12 Close the lid
      ann closed [PR #12](https://github.com/birds/nest/pull/12) without merging it.
    `,
  },
  {
    name: "a pull request with new commits",
    ...pulled("synchronize"),
    becomes: expected`
      updated_pull_request > nest / PR #12 Close the lid
      ann pushed to [PR #12](https://github.com/birds/nest/pull/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a renamed pull request",
    ...pulled("edited", { changes: { title: { from: "Shut the `lid" } } }),
    becomes: expected`
      updated_pull_request > nest / PR #12 Close the lid
      ann renamed [PR #12 Close the lid](https://github.com/birds/nest/pull/12) (it was “Shut the \\\`lid”).
    `,
  },
  {
    name: "a pull request onto another branch",
    ...pulled("edited", { changes: { base: { ref: { from: "dev" } } } }),
    becomes: expected`
      updated_pull_request > nest / PR #12 Close the lid
      ann changed the base of [PR #12](https://github.com/birds/nest/pull/12) from \`dev\` to \`main\`.
    `,
  },
  {
    name: "an assigned pull request",
    ...pulled("assigned", { assignee: { login: "bob" } }),
    becomes: expected`
      assigned_or_unassigned_pull_request > nest / PR #12 Close the lid
      ann assigned bob to [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a locked pull request",
    ...pulled("locked"),
    becomes: expected`
      locked_or_unlocked_pull_request > nest / PR #12 Close the lid
      ann locked [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a wanted review",
    ...pulled("review_requested", { requested_reviewer: { login: "bob" } }),
    becomes: expected`
      pull_request_review_requested > nest / PR #12 Close the lid
      ann asked bob for a review of [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a wanted review of a team",
    ...pulled("review_requested", { requested_team: { name: "lids" } }),
    becomes: expected`
      pull_request_review_requested > nest / PR #12 Close the lid
      ann asked lids for a review of [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a draft that is ready",
    ...pulled("ready_for_review"),
    becomes: expected`
      pull_request_ready_for_review > nest / PR #12 Close the lid
      ann marked [PR #12](https://github.com/birds/nest/pull/12) as ready for review.
    `,
  },
  {
    name: "auto-merge",
    ...pulled("auto_merge_enabled"),
    becomes: expected`
      pull_request_auto_merge > nest / PR #12 Close the lid
      ann enabled auto-merge for [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  { name: "a pull request with a label", ...pulled("labeled", { label: { name: "bug" } }), becomes: [] },
  {
    name: "an approving review",
    ...on("pull_request_review", {
      action: "submitted",
      pull_request,
      review: { state: "approved", body: "Fine!", html_url: `${REPO}/pull/12#pullrequestreview-1` },
    }),
    becomes: expected`
      pull_request_review > nest / PR #12 Close the lid
      ann [approved](https://github.com/birds/nest/pull/12#pullrequestreview-1) [PR #12](https://github.com/birds/nest/pull/12):

      ~~~ quote
      Fine!
      ~~~
    `,
  },
  {
    name: "a review that wants changes",
    ...on("pull_request_review", {
      action: "submitted",
      pull_request,
      review: { state: "changes_requested", body: null, html_url: `${REPO}/pull/12#pullrequestreview-1` },
    }),
    becomes: expected`
      pull_request_review > nest / PR #12 Close the lid
      ann [requested changes](https://github.com/birds/nest/pull/12#pullrequestreview-1) of [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a review of line comments alone",
    ...on("pull_request_review", {
      action: "submitted",
      pull_request,
      review: { state: "commented", body: null, html_url: `${REPO}/pull/12#pullrequestreview-1` },
    }),
    becomes: expected`
      pull_request_review > nest / PR #12 Close the lid
      ann [reviewed](https://github.com/birds/nest/pull/12#pullrequestreview-1) [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a dismissed review",
    ...on("pull_request_review", {
      action: "dismissed",
      pull_request,
      review: { state: "dismissed", body: "Fine!", html_url: `${REPO}/pull/12#pullrequestreview-1` },
    }),
    becomes: expected`
      pull_request_review > nest / PR #12 Close the lid
      ann dismissed a [review](https://github.com/birds/nest/pull/12#pullrequestreview-1) of [PR #12](https://github.com/birds/nest/pull/12).
    `,
  },
  {
    name: "a comment on a line",
    ...on("pull_request_review_comment", { action: "created", pull_request, comment: { ...comment, line: 4 } }),
    becomes: expected`
      pull_request_review_comment > nest / PR #12 Close the lid
      ann [commented](https://github.com/birds/nest/issues/7#issuecomment-1) on [PR #12](https://github.com/birds/nest/pull/12) in \`lid.ts:4\`:

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a finished check",
    ...on("check_run", {
      action: "completed",
      check_run: {
        name: "tests",
        html_url: `${REPO}/runs/4`,
        head_sha: "b7".repeat(20),
        status: "completed",
        conclusion: "failure",
      },
    }),
    becomes: expected`
      check_run > nest / checks
      Check [tests](https://github.com/birds/nest/runs/4) completed (failure) for [b7b7b7b7b7b](https://github.com/birds/nest/commit/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).
    `,
  },
  {
    name: "a finished check that is asked for again",
    ...on("check_run", {
      action: "rerequested",
      check_run: {
        name: "tests",
        html_url: `${REPO}/runs/4`,
        head_sha: "b7".repeat(20),
        status: "completed",
        conclusion: "success",
      },
    }),
    becomes: expected`
      check_run > nest / checks
      Check [tests](https://github.com/birds/nest/runs/4) completed (success) for [b7b7b7b7b7b](https://github.com/birds/nest/commit/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).
    `,
  },
  { name: "a check that begins", ...on("check_run", { action: "created", check_run: {} }), becomes: [] },
  {
    name: "a check that begins finished, which is reported again as completed",
    ...on("check_run", { action: "created", check_run: { status: "completed", conclusion: "success" } }),
    becomes: [],
  },
  {
    name: "a status",
    ...on("status", {
      sha: "b7".repeat(20),
      state: "success",
      context: "ci/tests",
      target_url: "https://ci.example.com/4",
      description: "all passed",
      commit: { html_url: `${REPO}/commit/b7` },
    }),
    becomes: expected`
      status > nest
      [ci/tests](https://ci.example.com/4) for [b7b7b7b7b7b](https://github.com/birds/nest/commit/b7): **success**, all passed
    `,
  },
  {
    name: "a deployment",
    ...on("deployment", { action: "created", deployment }),
    becomes: expected`
      deployment > nest / Deployment on staging
      ann created a deployment of \`main\` on staging.

      ~~~ quote
      Try the lid
      ~~~
    `,
  },
  {
    name: "the status of a deployment",
    ...on("deployment_status", {
      deployment,
      deployment_status: { state: "in_progress", environment_url: "https://staging.example.com", description: "" },
    }),
    becomes: expected`
      deployment_status > nest / Deployment on staging
      Deployment on [staging](https://staging.example.com) changed its status to **in progress**.
    `,
  },
  {
    name: "a discussion",
    ...on("discussion", { action: "created", discussion }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann created [discussion #3](https://github.com/birds/nest/discussions/3) in Ideas:

      ~~~ quote
      There are two.
      ~~~
    `,
  },
  {
    name: "a closed discussion under another topic",
    ...on("discussion", { action: "closed", discussion }),
    namesSubject: true,
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      [[nest](https://github.com/birds/nest)] ann closed [discussion #3 Which lid?](https://github.com/birds/nest/discussions/3).
    `,
  },
  {
    name: "a discussion whose answer was chosen",
    ...on("discussion", { action: "answered", answer: comment, discussion }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann chose an [answer](https://github.com/birds/nest/issues/7#issuecomment-1) to [discussion #3](https://github.com/birds/nest/discussions/3).
    `,
  },
  {
    name: "a discussion whose answer was withdrawn",
    ...on("discussion", { action: "unanswered", old_answer: comment, discussion }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann withdrew the answer to [discussion #3](https://github.com/birds/nest/discussions/3).
    `,
  },
  {
    name: "a discussion in another category",
    ...on("discussion", { action: "category_changed", discussion }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann moved [discussion #3](https://github.com/birds/nest/discussions/3) to Ideas.
    `,
  },
  {
    name: "a discussion that was transferred away",
    ...on("discussion", {
      action: "transferred",
      changes: {
        new_discussion: { number: 1, html_url: "https://github.com/birds/tree/discussions/1" },
        new_repository: { name: "tree" },
      },
      discussion,
    }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann transferred [discussion #3](https://github.com/birds/nest/discussions/3) to [tree#1](https://github.com/birds/tree/discussions/1).
    `,
  },
  {
    name: "a discussion with a label",
    ...on("discussion", { action: "labeled", label: { name: "wet" }, discussion }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann added label \`wet\` to [discussion #3](https://github.com/birds/nest/discussions/3).
    `,
  },
  {
    name: "a discussion whose label was removed",
    ...on("discussion", { action: "unlabeled", label: { name: "wet" }, discussion }),
    becomes: expected`
      discussion > nest discussion #3: Which lid?
      ann removed label \`wet\` from [discussion #3](https://github.com/birds/nest/discussions/3).
    `,
  },
  {
    name: "a comment in a discussion",
    ...on("discussion_comment", { action: "created", discussion, comment }),
    becomes: expected`
      discussion_comment > nest discussion #3: Which lid?
      ann [commented](https://github.com/birds/nest/issues/7#issuecomment-1) on [discussion #3](https://github.com/birds/nest/discussions/3):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a comment in a discussion that was saved as it was",
    ...on("discussion_comment", {
      action: "edited",
      discussion,
      comment,
      changes: { body: { from: comment.body } },
    }),
    becomes: [],
  },
  {
    name: "a fork",
    ...on("fork", { forkee: { full_name: "bob/nest", html_url: "https://github.com/bob/nest" } }),
    becomes: expected`
      fork > nest
      ann forked it as [bob/nest](https://github.com/bob/nest).
    `,
  },
  {
    name: "pages of the wiki",
    ...on("gollum", {
      pages: [
        { title: "Home", action: "edited", html_url: `${REPO}/wiki/Home` },
        { title: "Lids", action: "created", html_url: `${REPO}/wiki/Lids` },
      ],
    }),
    becomes: expected`
      gollum > nest / wiki pages
      ann changed wiki pages:
      * edited [Home](https://github.com/birds/nest/wiki/Home)
      * created [Lids](https://github.com/birds/nest/wiki/Lids)
    `,
  },
  {
    name: "a collaborator",
    ...on("member", { action: "added", member }),
    becomes: expected`
      member > nest
      ann added [bob](https://github.com/bob) to [birds/nest](https://github.com/birds/nest).
    `,
  },
  {
    name: "a collaborator who may do something else",
    ...on("member", { action: "edited", member }),
    becomes: expected`
      member > nest
      ann changed what [bob](https://github.com/bob) can do in [birds/nest](https://github.com/birds/nest).
    `,
  },
  {
    name: "a member of a team",
    headers: { "X-GitHub-Event": "membership" },
    payload: { action: "removed", scope: "team", member, sender, team, organization },
    becomes: expected`
      membership > birds organization
      ann removed [bob](https://github.com/bob) from team [lids](https://github.com/orgs/birds/teams/lids).
    `,
  },
  {
    name: "a page that was built",
    ...on("page_build", { build: { status: "built", error: { message: null } } }),
    becomes: expected`
      page_build > nest
      ann started a build of GitHub Pages, which is finished.
    `,
  },
  {
    name: "a page that cannot be built",
    ...on("page_build", { build: { status: "errored", error: { message: "No lid." } } }),
    becomes: expected`
      page_build > nest
      ann started a build of GitHub Pages that failed:

      ~~~ quote
      No lid.
      ~~~
    `,
  },
  {
    name: "a test",
    ...on("ping", { zen: "Keep it simple.", hook_id: 1 }),
    becomes: expected`
      ping > nest
      GitHub webhook has been successfully configured by ann.
    `,
  },
  {
    name: "a test by an organization",
    headers: { "X-GitHub-Event": "ping" },
    payload: { organization, sender },
    becomes: expected`
      ping > birds organization
      GitHub webhook has been successfully configured by ann.
    `,
  },
  {
    name: "a repository that became public",
    ...on("public", {}),
    becomes: expected`
      public > nest
      ann made [birds/nest](https://github.com/birds/nest) public.
    `,
  },
  {
    name: "a release",
    ...on("release", { action: "published", release }),
    becomes: expected`
      release > nest
      ann published release [Version 2](https://github.com/birds/nest/releases/tag/v2.0) of tag \`v2.0\`:

      ~~~ quote
      * A lid
      ~~~
    `,
  },
  {
    name: "a renamed repository",
    ...on("repository", { action: "renamed", changes: { repository: { name: { from: "box" } } } }),
    becomes: expected`
      repository > nest
      ann renamed [birds/nest](https://github.com/birds/nest) (it was \`box\`).
    `,
  },
  {
    name: "a star",
    ...on("star", { action: "created" }),
    becomes: expected`
      star > nest
      ann starred [birds/nest](https://github.com/birds/nest).
    `,
  },
  {
    name: "a star, as older hooks tell it",
    ...on("watch", { action: "started" }),
    becomes: expected`
      watch > nest
      ann starred [birds/nest](https://github.com/birds/nest).
    `,
  },
  {
    name: "a team with a repository",
    ...on("team", { action: "added_to_repository", team }),
    becomes: expected`
      team > team lids
      ann added team [lids](https://github.com/orgs/birds/teams/lids) to [birds/nest](https://github.com/birds/nest).
    `,
  },
  {
    name: "a renamed team",
    headers: { "X-GitHub-Event": "team" },
    payload: { action: "edited", team, sender, organization, changes: { name: { from: "tops" } } },
    becomes: expected`
      team > team lids
      ann edited team [lids](https://github.com/orgs/birds/teams/lids) (it was \`tops\`).
    `,
  },
  {
    name: "a repository of a team",
    ...on("team_add", { team }),
    becomes: expected`
      team_add > nest
      ann added [birds/nest](https://github.com/birds/nest) to team [lids](https://github.com/orgs/birds/teams/lids).
    `,
  },
  { name: "what nobody wants to read", ...on("check_suite", { action: "completed" }), becomes: [] },
  { name: "an alert of GitHub's own", ...on("repository_vulnerability_alert", { action: "create" }), becomes: [] },
  { name: "an event that is not known", ...on("sponsorship", {}), becomes: { unsupported: "sponsorship" } },
  { name: "no event", payload: common, becomes: { refused: "MISSING_HTTP_EVENT_HEADER" } },
  {
    name: "an event of another service",
    headers: { "X-GitHub-Event": "push" },
    payload: { a: 1 },
    becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" },
  },
];
