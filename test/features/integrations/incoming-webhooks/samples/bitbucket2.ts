import { expected, type Sample } from "../sample.ts";

const HOME = "https://bitbucket.org/birds/nest";
const html = (href: string) => ({ html: { href } });
const repository = { name: "nest", full_name: "birds/nest", links: html(HOME) };
const actor = { display_name: "Ann", nickname: "ann" };
const on = (key: string, payload: object) => ({
  headers: { "X-Event-Key": key, "X-Request-UUID": "e4f1c5a1-2a8e-4e4e-8b1a-0a0a0a0a0a0a" },
  payload: { repository, actor, ...payload },
});
const commit = {
  hash: "1f".repeat(20),
  message: "Add a lid\n",
  links: html(`${HOME}/commits/1f`),
  author: { raw: "Bob <bob@example.com>" },
};
const branch = (name: string) => ({
  type: "branch",
  name,
  target: { hash: "b7".repeat(20), links: html(`${HOME}/commits/b7`) },
  links: html(`${HOME}/branch/${name}`),
});
const change = {
  created: false,
  closed: false,
  forced: false,
  truncated: false,
  old: branch("main"),
  new: branch("main"),
  commits: [commit],
  links: html(`${HOME}/branches/compare/b7..0a`),
};
const pushed = (...changes: object[]) =>
  on("repo:push", { push: { changes: changes.map((one) => ({ ...change, ...one })) } });
const pullrequest = {
  id: 12,
  title: "Close the lid",
  description: "Fixes #7.",
  links: html(`${HOME}/pull-requests/12`),
  source: { branch: { name: "fix-lid" } },
  destination: { branch: { name: "main" } },
  reviewers: [{ display_name: "Bob" }],
};
const issue = {
  id: 7,
  title: "The lid does not close",
  content: { raw: "Since yesterday." },
  links: html(`${HOME}/issues/7`),
  assignee: { display_name: "Bob" },
};
const comment = { content: { raw: "I see it, too." }, links: html(`${HOME}/x/1#comment-4`) };

export const samples: readonly Sample[] = [
  {
    name: "a push",
    ...pushed({}),
    becomes: expected`
      push > nest / main
      Ann [pushed](https://bitbucket.org/birds/nest/branches/compare/b7..0a) 1 commit to branch \`main\`.
      Commits by Bob (1).

      * Add a lid ([1f1f1f1f1f1](https://bitbucket.org/birds/nest/commits/1f))
    `,
  },
  {
    name: "a push of two branches under another topic",
    ...pushed({ truncated: true }, { new: branch("dev"), old: null, created: true, commits: [] }),
    namesSubject: true,
    becomes: [
      {
        event: "push",
        topic: "nest / main",
        content:
          "[[nest](https://bitbucket.org/birds/nest)] Ann [pushed](https://bitbucket.org/birds/nest/branches/compare/b7..0a) 1 commit to branch `main`.\nCommits by Bob (1).\n\n* Add a lid ([1f1f1f1f1f1](https://bitbucket.org/birds/nest/commits/1f))\n[and more commits]",
      },
      {
        event: "push",
        topic: "nest / dev",
        content:
          "[[nest](https://bitbucket.org/birds/nest)] Ann [created](https://bitbucket.org/birds/nest/branches/compare/b7..0a) branch `dev`.",
      },
    ],
  },
  {
    name: "a push by force",
    ...pushed({ forced: true }),
    becomes: expected`
      push > nest / main
      Ann [force-pushed](https://bitbucket.org/birds/nest/branches/compare/b7..0a) 1 commit to branch \`main\`. Its head is now [b7b7b7b7b7b](https://bitbucket.org/birds/nest/commits/b7).
      Commits by Bob (1).

      * Add a lid ([1f1f1f1f1f1](https://bitbucket.org/birds/nest/commits/1f))
    `,
  },
  {
    name: "a removed branch",
    ...pushed({ closed: true, new: null }),
    becomes: expected`
      push > nest / main
      Ann deleted branch \`main\`.
    `,
  },
  {
    name: "a tag",
    ...pushed({ old: null, new: { type: "tag", name: "v2.0", links: html(`${HOME}/commits/tag/v2.0`) } }),
    becomes: expected`
      push > nest
      Ann pushed tag [v2.0](https://bitbucket.org/birds/nest/commits/tag/v2.0).
    `,
  },
  { name: "a push to another branch than is asked for", ...pushed({}), query: { branches: "dev" }, becomes: [] },
  {
    name: "a fork",
    ...on("repo:fork", { fork: { full_name: "bob/nest", links: html("https://bitbucket.org/bob/nest") } }),
    becomes: expected`
      fork > nest
      Ann forked it as [bob/nest](https://bitbucket.org/bob/nest).
    `,
  },
  {
    name: "a changed repository",
    ...on("repo:updated", {
      changes: {
        name: { old: "box", new: "nest" },
        description: { old: "", new: "For eggs" },
        links: { old: {}, new: {} },
      },
    }),
    becomes: expected`
      repo:updated > nest
      Ann made 2 changes to [nest](https://bitbucket.org/birds/nest):
      * name: \`box\` → \`nest\`
      * description: \`For eggs\`
    `,
  },
  {
    name: "a comment on a commit",
    ...on("repo:commit_comment_created", {
      comment,
      commit: { hash: "b7".repeat(20), links: html(`${HOME}/commits/b7`) },
    }),
    becomes: expected`
      commit_comment > nest
      Ann [commented](https://bitbucket.org/birds/nest/x/1#comment-4) on [commit b7b7b7b7b7b](https://bitbucket.org/birds/nest/commits/b7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "the status of a commit",
    ...on("repo:commit_status_updated", {
      commit_status: {
        name: "tests",
        key: "t",
        state: "SUCCESSFUL",
        url: "https://ci.example.com/4",
        description: "all passed",
        links: { commit: { href: `https://api.bitbucket.org/2.0/repositories/birds/nest/commit/${"b7".repeat(20)}` } },
      },
    }),
    becomes: expected`
      change_commit_status > nest
      [tests](https://ci.example.com/4) for [b7b7b7b7b7b](https://bitbucket.org/birds/nest/commits/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7): **successful**, all passed
    `,
  },
  {
    name: "an opened issue",
    ...on("issue:created", { issue }),
    becomes: expected`
      issue_created > nest / issue #7 The lid does not close
      Ann opened [issue #7](https://bitbucket.org/birds/nest/issues/7) (assigned to Bob):

      ~~~ quote
      Since yesterday.
      ~~~
    `,
  },
  {
    name: "a changed issue",
    ...on("issue:updated", {
      issue,
      changes: { status: { old: "new", new: "resolved" }, assignee: { old: null, new: { display_name: "Bob" } } },
    }),
    becomes: expected`
      issue_updated > nest / issue #7 The lid does not close
      Ann updated [issue #7](https://bitbucket.org/birds/nest/issues/7) (status: new → resolved and assignee: none → Bob).
    `,
  },
  {
    name: "a comment on an issue",
    ...on("issue:comment_created", { issue, comment }),
    becomes: expected`
      issue_commented > nest / issue #7 The lid does not close
      Ann [commented](https://bitbucket.org/birds/nest/x/1#comment-4) on [issue #7](https://bitbucket.org/birds/nest/issues/7):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "an opened pull request",
    ...on("pullrequest:created", { pullrequest }),
    becomes: expected`
      pull_request_created > nest / PR #12 Close the lid
      Ann opened [PR #12](https://bitbucket.org/birds/nest/pull-requests/12) from \`fix-lid\` to \`main\` (reviewers: Bob):

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "a changed pull request",
    ...on("pullrequest:updated", { pullrequest }),
    becomes: expected`
      pull_request_updated > nest / PR #12 Close the lid
      Ann updated [PR #12](https://bitbucket.org/birds/nest/pull-requests/12):

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "an approved pull request",
    ...on("pullrequest:approved", { pullrequest }),
    becomes: expected`
      pull_request_approved > nest / PR #12 Close the lid
      Ann approved [PR #12](https://bitbucket.org/birds/nest/pull-requests/12).
    `,
  },
  {
    name: "an unapproved pull request",
    ...on("pullrequest:unapproved", { pullrequest }),
    becomes: expected`
      pull_request_unapproved > nest / PR #12 Close the lid
      Ann unapproved [PR #12](https://bitbucket.org/birds/nest/pull-requests/12).
    `,
  },
  {
    name: "a merged pull request",
    ...on("pullrequest:fulfilled", { pullrequest }),
    becomes: expected`
      pull_request_fulfilled > nest / PR #12 Close the lid
      Ann merged [PR #12](https://bitbucket.org/birds/nest/pull-requests/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a rejected pull request",
    ...on("pullrequest:rejected", { pullrequest }),
    becomes: expected`
      pull_request_rejected > nest / PR #12 Close the lid
      Ann rejected [PR #12](https://bitbucket.org/birds/nest/pull-requests/12).
    `,
  },
  {
    name: "a comment on a line of a pull request",
    ...on("pullrequest:comment_created", { pullrequest, comment: { ...comment, inline: { path: "lid.ts", to: 4 } } }),
    becomes: expected`
      pull_request_comment_created > nest / PR #12 Close the lid
      Ann [commented](https://bitbucket.org/birds/nest/x/1#comment-4) on [PR #12](https://bitbucket.org/birds/nest/pull-requests/12) in \`lid.ts\`:

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a changed comment on a pull request",
    ...on("pullrequest:comment_updated", { pullrequest, comment }),
    becomes: expected`
      pull_request_comment_updated > nest / PR #12 Close the lid
      Ann updated a [comment](https://bitbucket.org/birds/nest/x/1#comment-4) on [PR #12](https://bitbucket.org/birds/nest/pull-requests/12):

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a deleted comment on a pull request",
    ...on("pullrequest:comment_deleted", { pullrequest, comment }),
    becomes: expected`
      pull_request_comment_deleted > nest / PR #12 Close the lid
      Ann deleted a [comment](https://bitbucket.org/birds/nest/x/1#comment-4) on [PR #12](https://bitbucket.org/birds/nest/pull-requests/12).
    `,
  },
  { name: "an event that is not known", ...on("project:updated", {}), becomes: { unsupported: "project:updated" } },
];
