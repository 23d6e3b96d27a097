import { expected, type Sample } from "../sample.ts";

const HOME = "https://bitbucket.example.com/projects/BIRD/repos/nest";
const self = (href: string) => ({ self: [{ href }] });
const repository = {
  slug: "nest",
  name: "nest",
  project: { key: "BIRD", name: "Birds" },
  links: self(`${HOME}/browse`),
};
const actor = { name: "ann", displayName: "Ann", links: self("https://bitbucket.example.com/users/ann") };
const on = (eventKey: string, payload: object) => ({
  payload: { eventKey, date: "2026-01-13T22:26:48+1100", actor, ...payload },
});
const ref = { id: "refs/heads/main", displayId: "main", type: "BRANCH" };
const change = { ref, refId: ref.id, fromHash: "0a".repeat(20), toHash: "b7".repeat(20), type: "UPDATE" };
const pushed = (...changes: object[]) =>
  on("repo:refs_changed", { repository, changes: changes.map((one) => ({ ...change, ...one })) });
const pullRequest = {
  id: 12,
  title: "Close the lid",
  description: "Fixes #7.",
  links: self(`${HOME}/pull-requests/12`),
  fromRef: { displayId: "fix-lid" },
  toRef: { displayId: "main", repository },
  reviewers: [{ user: { displayName: "Bob", links: self("https://bitbucket.example.com/users/bob") } }],
};
const comment = { text: "I see it, too." };

export const samples: readonly Sample[] = [
  {
    name: "a push",
    ...pushed({}),
    becomes: expected`
      repo:refs_changed > nest / main
      [Ann](https://bitbucket.example.com/users/ann) [pushed](https://bitbucket.example.com/projects/BIRD/repos/nest/browse?at=refs%2Fheads%2Fmain) to branch \`main\`. Its head is now [b7b7b7b7b7b](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).
    `,
  },
  {
    name: "a push with its commits under another topic",
    ...on("repo:refs_changed", {
      repository,
      changes: [change],
      commits: [{ id: "1f".repeat(20), message: "Add a lid", author: { displayName: "Bob" } }],
    }),
    namesSubject: true,
    becomes: expected`
      repo:refs_changed > nest / main
      [[nest](https://bitbucket.example.com/projects/BIRD/repos/nest)] [Ann](https://bitbucket.example.com/users/ann) [pushed](https://bitbucket.example.com/projects/BIRD/repos/nest/browse?at=refs%2Fheads%2Fmain) 1 commit to branch \`main\`.
      Commits by Bob (1).

      * Add a lid ([1f1f1f1f1f1](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push of one's own commits",
    ...on("repo:refs_changed", {
      repository,
      changes: [change],
      commits: [{ id: "1f".repeat(20), message: "Add a lid", author: { name: "ann", displayName: "Ann" } }],
    }),
    becomes: expected`
      repo:refs_changed > nest / main
      [Ann](https://bitbucket.example.com/users/ann) [pushed](https://bitbucket.example.com/projects/BIRD/repos/nest/browse?at=refs%2Fheads%2Fmain) 1 commit to branch \`main\`.

      * Add a lid ([1f1f1f1f1f1](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push of commits to two branches",
    ...on("repo:refs_changed", {
      repository,
      changes: [change, { ...change, ref: { ...ref, id: "refs/heads/dev", displayId: "dev" } }],
      commits: [{ id: "1f".repeat(20), message: "Add a lid", author: { displayName: "Bob" } }],
    }),
    becomes: ["main", "dev"].map((branch) => ({
      event: "repo:refs_changed",
      topic: `nest / ${branch}`,
      content: `[Ann](https://bitbucket.example.com/users/ann) [pushed](https://bitbucket.example.com/projects/BIRD/repos/nest/browse?at=refs%2Fheads%2F${branch}) to branch \`${branch}\`. Its head is now [b7b7b7b7b7b](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).`,
    })),
  },
  {
    name: "a new branch and a removed one",
    ...pushed(
      { type: "ADD", ref: { ...ref, displayId: "dev" } },
      { type: "DELETE", ref: { ...ref, displayId: "old" } },
    ),
    becomes: [
      {
        event: "repo:refs_changed",
        topic: "nest / dev",
        content:
          "[Ann](https://bitbucket.example.com/users/ann) [created](https://bitbucket.example.com/projects/BIRD/repos/nest/browse?at=refs%2Fheads%2Fmain) branch `dev`.",
      },
      {
        event: "repo:refs_changed",
        topic: "nest / old",
        content: "[Ann](https://bitbucket.example.com/users/ann) deleted branch `old`.",
      },
    ],
  },
  {
    name: "a tag",
    ...pushed({ type: "ADD", ref: { id: "refs/tags/v2.0", displayId: "v2.0", type: "TAG" } }),
    becomes: expected`
      repo:refs_changed > nest
      [Ann](https://bitbucket.example.com/users/ann) pushed tag [v2.0](https://bitbucket.example.com/projects/BIRD/repos/nest/browse?at=refs%2Ftags%2Fv2.0).
    `,
  },
  { name: "a push to another branch than is asked for", ...pushed({}), query: { branches: "dev" }, becomes: [] },
  {
    name: "a fork",
    ...on("repo:forked", { repository: { ...repository, name: "nest2", origin: repository } }),
    becomes: expected`
      repo:forked > nest
      [Ann](https://bitbucket.example.com/users/ann) forked it as [Birds/nest2](https://bitbucket.example.com/projects/BIRD/repos/nest).
    `,
  },
  {
    name: "a fork under another topic",
    ...on("repo:forked", {
      repository: { name: "nest2", project: { name: "Ann" }, links: self(`${HOME}2/browse`), origin: repository },
    }),
    namesSubject: true,
    becomes: expected`
      repo:forked > nest
      [[nest](https://bitbucket.example.com/projects/BIRD/repos/nest)] [Ann](https://bitbucket.example.com/users/ann) forked it as [Ann/nest2](https://bitbucket.example.com/projects/BIRD/repos/nest2).
    `,
  },
  {
    name: "a renamed repository",
    ...on("repo:modified", { old: { name: "box" }, new: { name: "nest" } }),
    becomes: expected`
      repo:modified > nest
      [Ann](https://bitbucket.example.com/users/ann) renamed the repository from \`box\` to \`nest\`.
    `,
  },
  {
    name: "a comment on a commit",
    ...on("repo:comment:added", { repository, comment, commit: "b7".repeat(20) }),
    becomes: expected`
      repo:comment:added > nest
      [Ann](https://bitbucket.example.com/users/ann) commented on [commit b7b7b7b7b7b](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a changed comment on a commit",
    ...on("repo:comment:edited", { repository, comment, commit: "b7".repeat(20) }),
    becomes: expected`
      repo:comment:edited > nest
      [Ann](https://bitbucket.example.com/users/ann) edited a comment on [commit b7b7b7b7b7b](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a deleted comment on a commit",
    ...on("repo:comment:deleted", { repository, comment, commit: "b7".repeat(20) }),
    becomes: expected`
      repo:comment:deleted > nest
      [Ann](https://bitbucket.example.com/users/ann) deleted a comment on [commit b7b7b7b7b7b](https://bitbucket.example.com/projects/BIRD/repos/nest/commits/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "an opened pull request",
    ...on("pr:opened", { pullRequest }),
    becomes: expected`
      pr:opened > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) opened [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) from \`fix-lid\` to \`main\` (reviewers: [Bob](https://bitbucket.example.com/users/bob)):

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "an opened pull request under another topic",
    ...on("pr:opened", { pullRequest }),
    namesSubject: true,
    becomes: expected`
      pr:opened > nest / PR #12 Close the lid
      [[nest](https://bitbucket.example.com/projects/BIRD/repos/nest)] [Ann](https://bitbucket.example.com/users/ann) opened [PR #12 Close the lid](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) from \`fix-lid\` to \`main\` (reviewers: [Bob](https://bitbucket.example.com/users/bob)):

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "a renamed pull request",
    ...on("pr:modified", { pullRequest, previousTitle: "Shut the `lid" }),
    becomes: expected`
      pr:modified > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) modified [PR #12 Close the lid](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) from \`fix-lid\` to \`main\` (it was “Shut the \\\`lid”, reviewers: [Bob](https://bitbucket.example.com/users/bob)):

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "a pull request with new commits",
    ...on("pr:from_ref_updated", { pullRequest }),
    becomes: expected`
      pr:from_ref_updated > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) pushed to [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12).
    `,
  },
  {
    name: "a merged pull request",
    ...on("pr:merged", { pullRequest }),
    becomes: expected`
      pr:merged > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) merged [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a declined pull request",
    ...on("pr:declined", { pullRequest }),
    becomes: expected`
      pr:declined > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) declined [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12).
    `,
  },
  {
    name: "a deleted pull request",
    ...on("pr:deleted", { pullRequest }),
    becomes: expected`
      pr:deleted > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) deleted [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12).
    `,
  },
  {
    name: "an approved pull request",
    ...on("pr:reviewer:approved", { pullRequest }),
    becomes: expected`
      pr:reviewer:approved > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) approved [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12).
    `,
  },
  {
    name: "an unapproved pull request",
    ...on("pr:reviewer:unapproved", { pullRequest }),
    becomes: expected`
      pr:reviewer:unapproved > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) unapproved [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12).
    `,
  },
  {
    name: "a pull request that needs work",
    ...on("pr:reviewer:needs_work", { pullRequest }),
    becomes: expected`
      pr:reviewer:needs_work > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) wants changes of [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12).
    `,
  },
  {
    name: "other reviewers",
    ...on("pr:reviewer:updated", { pullRequest }),
    becomes: expected`
      pr:reviewer:updated > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) changed the reviewers of [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) to [Bob](https://bitbucket.example.com/users/bob).
    `,
  },
  {
    name: "a reviewer more and one less",
    ...on("pr:reviewer:updated", {
      pullRequest,
      addedReviewers: pullRequest.reviewers.map(({ user }) => user),
      removedReviewers: [{ displayName: "Cal" }],
    }),
    becomes: expected`
      pr:reviewer:updated > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) changed the reviewers of [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) to [Bob](https://bitbucket.example.com/users/bob) (added [Bob](https://bitbucket.example.com/users/bob), removed Cal).
    `,
  },
  {
    name: "no reviewers any more",
    ...on("pr:reviewer:updated", {
      pullRequest: { ...pullRequest, reviewers: [] },
      addedReviewers: [],
      removedReviewers: [{ displayName: "Cal" }],
    }),
    becomes: expected`
      pr:reviewer:updated > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) changed the reviewers of [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12) to no one (removed Cal).
    `,
  },
  {
    name: "a comment on a pull request",
    ...on("pr:comment:added", { pullRequest, comment }),
    becomes: expected`
      pr:comment:added > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) commented on [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a changed comment on a pull request",
    ...on("pr:comment:edited", { pullRequest, comment }),
    becomes: expected`
      pr:comment:edited > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) edited a comment on [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a deleted comment on a pull request",
    ...on("pr:comment:deleted", { pullRequest, comment }),
    becomes: expected`
      pr:comment:deleted > nest / PR #12 Close the lid
      [Ann](https://bitbucket.example.com/users/ann) deleted a comment on [PR #12](https://bitbucket.example.com/projects/BIRD/repos/nest/pull-requests/12):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a test",
    headers: { "X-Event-Key": "diagnostics:ping" },
    payload: { test: true },
    becomes: expected`
      diagnostics:ping > Bitbucket Server Ping
      Bitbucket Server webhook has been successfully configured.
    `,
  },
  {
    name: "an event that is not known",
    ...on("mirror:repo_synchronized", { repository }),
    becomes: { unsupported: "mirror:repo_synchronized" },
  },
];
