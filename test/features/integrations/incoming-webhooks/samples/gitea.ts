import { expected, type Sample } from "../sample.ts";

const HOME = "https://gitea.example.com/birds/nest";
const repository = { name: "nest", full_name: "birds/nest", html_url: HOME };
const sender = { login: "ann", username: "ann", full_name: "Ann" };
const on = (event: string, payload: object) => ({
  headers: { "X-Gitea-Event": event, "X-Gitea-Delivery": "f6266f16-1bf3-46a5-9ea4-602e06ead473" },
  payload: { repository, sender, ...payload },
});
const ZERO = "0".repeat(40);
const push = {
  ref: "refs/heads/main",
  before: "0a".repeat(20),
  after: "b7".repeat(20),
  compare_url: `${HOME}/compare/0a...b7`,
  commits: [
    { id: "1f".repeat(20), message: "Add a lid\n", url: `${HOME}/commit/1f`, author: { name: "Bob", username: "bob" } },
  ],
  pusher: sender,
};
const issue = { number: 7, title: "The lid does not close", body: "Since yesterday.", html_url: `${HOME}/issues/7` };
const pull_request = {
  number: 12,
  title: "Close the lid",
  body: "Fixes #7.",
  html_url: `${HOME}/pulls/12`,
  merged: false,
  head: { ref: "fix-lid" },
  base: { ref: "main" },
};
const comment = { body: "I see it, too.", html_url: `${HOME}/issues/7#issuecomment-4` };

export const samples: readonly Sample[] = [
  {
    name: "a push",
    ...on("push", push),
    becomes: expected`
      push > nest / main
      ann [pushed](https://gitea.example.com/birds/nest/compare/0a...b7) 1 commit to branch \`main\`.
      Commits by bob (1).

      * Add a lid ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
    `,
  },
  {
    name: "a push of a new branch under another topic",
    ...on("push", { ...push, before: ZERO, ref: "refs/heads/dev" }),
    namesSubject: true,
    becomes: expected`
      push > nest / dev
      [[nest](https://gitea.example.com/birds/nest)] ann [pushed](https://gitea.example.com/birds/nest/compare/0a...b7) the new branch \`dev\` with 1 commit.
      Commits by bob (1).

      * Add a lid ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
    `,
  },
  { name: "a push to another branch than is asked for", ...on("push", push), query: { branches: "dev" }, becomes: [] },
  {
    name: "a push with a message that has the line ends of Windows",
    ...on("push", { ...push, commits: [{ ...push.commits[0], message: "Add a lid\r\n\r\nIt closes.\r\n" }] }),
    becomes: expected`
      push > nest / main
      ann [pushed](https://gitea.example.com/birds/nest/compare/0a...b7) 1 commit to branch \`main\`.
      Commits by bob (1).

      * Add a lid ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
    `,
  },
  {
    name: "a push with a commit without a message",
    ...on("push", { ...push, commits: [{ ...push.commits[0], message: "" }] }),
    becomes: expected`
      push > nest / main
      ann [pushed](https://gitea.example.com/birds/nest/compare/0a...b7) 1 commit to branch \`main\`.
      Commits by bob (1).

      * ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
    `,
  },
  {
    name: "a push with messages that begin like a heading and a list",
    ...on("push", {
      ...push,
      commits: ["# Lid", "- Oil", "#7 Box"].map((message) => ({ ...push.commits[0], message })),
    }),
    becomes: expected`
      push > nest / main
      ann [pushed](https://gitea.example.com/birds/nest/compare/0a...b7) 3 commits to branch \`main\`.
      Commits by bob (3).

      * \\# Lid ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
      * \\- Oil ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
      * #7 Box ([1f1f1f1f1f1](https://gitea.example.com/birds/nest/commit/1f))
    `,
  },
  {
    name: "a deleted branch",
    ...on("delete", { ref: "dev", ref_type: "branch", pusher_type: "user" }),
    becomes: expected`
      delete > nest / dev
      ann deleted branch \`dev\`.
    `,
  },
  {
    name: "a deleted tag",
    ...on("delete", { ref: "v2.0", ref_type: "tag", pusher_type: "user" }),
    becomes: expected`
      delete > nest
      ann deleted tag \`v2.0\`.
    `,
  },
  {
    name: "a new branch with a number sign in its name",
    ...on("create", { ref: "fix/#7", ref_type: "branch" }),
    becomes: expected`
      create > nest / fix/#7
      ann created branch [fix/#7](https://gitea.example.com/birds/nest/src/branch/fix/%237).
    `,
  },
  {
    name: "a new branch",
    ...on("create", { ref: "dev", ref_type: "branch" }),
    becomes: expected`
      create > nest / dev
      ann created branch [dev](https://gitea.example.com/birds/nest/src/branch/dev).
    `,
  },
  {
    name: "a new tag",
    ...on("create", { ref: "v2.0", ref_type: "tag" }),
    becomes: expected`
      create > nest
      ann created tag [v2.0](https://gitea.example.com/birds/nest/src/tag/v2.0).
    `,
  },
  {
    name: "an opened issue",
    ...on("issues", { action: "opened", issue }),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann opened [issue #7](https://gitea.example.com/birds/nest/issues/7):

      ~~~ quote
      Since yesterday.
      ~~~
    `,
  },
  {
    name: "a closed issue",
    ...on("issues", { action: "closed", issue }),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann closed [issue #7](https://gitea.example.com/birds/nest/issues/7).
    `,
  },
  {
    name: "an assigned issue",
    ...on("issues", { action: "assigned", issue: { ...issue, assignee: { login: "bob" } } }),
    becomes: expected`
      issues > nest / issue #7 The lid does not close
      ann assigned [issue #7](https://gitea.example.com/birds/nest/issues/7) to bob.
    `,
  },
  { name: "an issue with another label", ...on("issues", { action: "label_updated", issue }), becomes: [] },
  {
    name: "an opened pull request",
    ...on("pull_request", { action: "opened", pull_request }),
    becomes: expected`
      pull_request > nest / PR #12 Close the lid
      ann opened [PR #12](https://gitea.example.com/birds/nest/pulls/12) from \`fix-lid\` to \`main\`:

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "a merged pull request",
    ...on("pull_request", { action: "closed", pull_request: { ...pull_request, merged: true } }),
    becomes: expected`
      pull_request > nest / PR #12 Close the lid
      ann merged [PR #12](https://gitea.example.com/birds/nest/pulls/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a closed pull request",
    ...on("pull_request", { action: "closed", pull_request }),
    becomes: expected`
      pull_request > nest / PR #12 Close the lid
      ann closed [PR #12](https://gitea.example.com/birds/nest/pulls/12).
    `,
  },
  {
    name: "a pull request that someone is asked to review",
    ...on("pull_request", { action: "review_requested", pull_request, requested_reviewer: { login: "bob" } }),
    becomes: expected`
      pull_request > nest / PR #12 Close the lid
      ann asked bob for a review of [PR #12](https://gitea.example.com/birds/nest/pulls/12).
    `,
  },
  {
    name: "an approved pull request",
    ...on("pull_request_approved", {
      action: "reviewed",
      pull_request,
      review: { type: "pull_request_review_approved", content: "" },
    }),
    becomes: expected`
      pull_request_approved > nest / PR #12 Close the lid
      ann approved [PR #12](https://gitea.example.com/birds/nest/pulls/12).
    `,
  },
  {
    name: "a pull request that needs work",
    ...on("pull_request_rejected", {
      action: "reviewed",
      pull_request,
      review: { type: "pull_request_review_rejected", content: "It squeaks." },
    }),
    becomes: expected`
      pull_request_rejected > nest / PR #12 Close the lid
      ann requested changes of [PR #12](https://gitea.example.com/birds/nest/pulls/12):

      ~~~ quote
      It squeaks.
      ~~~
    `,
  },
  {
    name: "a reviewed pull request",
    ...on("pull_request_comment", {
      action: "reviewed",
      pull_request,
      review: { type: "pull_request_review_comment", content: "It fits." },
    }),
    becomes: expected`
      pull_request_comment > nest / PR #12 Close the lid
      ann reviewed [PR #12](https://gitea.example.com/birds/nest/pulls/12):

      ~~~ quote
      It fits.
      ~~~
    `,
  },
  {
    name: "a pull request with new commits",
    ...on("pull_request", { action: "synchronized", pull_request }),
    becomes: expected`
      pull_request > nest / PR #12 Close the lid
      ann pushed to [PR #12](https://gitea.example.com/birds/nest/pulls/12).
    `,
  },
  {
    name: "a comment",
    ...on("issue_comment", { action: "created", issue, comment }),
    becomes: expected`
      issue_comment > nest / issue #7 The lid does not close
      ann [commented](https://gitea.example.com/birds/nest/issues/7#issuecomment-4) on [issue #7](https://gitea.example.com/birds/nest/issues/7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a deleted comment on a pull request",
    ...on("issue_comment", { action: "deleted", issue: { ...issue, pull_request: {} }, comment }),
    becomes: expected`
      issue_comment > nest / PR #7 The lid does not close
      ann deleted a [comment](https://gitea.example.com/birds/nest/issues/7#issuecomment-4) on [PR #7](https://gitea.example.com/birds/nest/issues/7).
    `,
  },
  {
    name: "a release",
    ...on("release", {
      action: "published",
      release: { name: "Version 2", tag_name: "v2.0", body: "* A lid", html_url: `${HOME}/releases/tag/v2.0` },
    }),
    becomes: expected`
      release > nest
      ann published release [Version 2](https://gitea.example.com/birds/nest/releases/tag/v2.0) of tag \`v2.0\`:

      ~~~ quote
      * A lid
      ~~~
    `,
  },
  { name: "an event that is not known", ...on("wiki", {}), becomes: { unsupported: "wiki" } },
];
