import type { Sample } from "../sample.ts";

const HOME = "https://dev.azure.com/birds/wood/_git/nest";
const repository = { name: "nest", remoteUrl: HOME };
const on = (eventType: string, resource: object) => ({
  payload: {
    id: "03c164c2-8912-4d5e-8009-3707d5f83734",
    subscriptionId: "6d1c9e5b",
    eventType,
    resource: { repository, ...resource },
  },
});
const ZERO = "0".repeat(40);
const pushed = (update: object, commits: object[] = []) =>
  on("git.push", {
    commits,
    refUpdates: [{ name: "refs/heads/main", oldObjectId: "0a".repeat(20), newObjectId: "b7".repeat(20), ...update }],
    pushedBy: { displayName: "Ann" },
  });
const pull = {
  pullRequestId: 12,
  title: "Close the lid",
  description: "Fixes #7.",
  status: "active",
  createdBy: { displayName: "Ann" },
  sourceRefName: "refs/heads/fix-lid",
  targetRefName: "refs/heads/main",
  mergeStatus: "succeeded",
};

export const samples: readonly Sample[] = [
  {
    name: "a push",
    ...pushed({}, [{ commitId: "1f".repeat(20), comment: "Add a lid", author: { name: "Bob" } }]),
    becomes: [
      {
        event: "git.push",
        topic: "nest / main",
        content:
          "Ann [pushed](https://dev.azure.com/birds/wood/_git/nest/branchCompare?baseVersion=GC0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a&targetVersion=GCb7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7&_a=files) 1 commit to branch `main`.\nCommits by Bob (1).\n\n* Add a lid ([1f1f1f1f1f1](https://dev.azure.com/birds/wood/_git/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))",
      },
    ],
  },
  {
    name: "a new branch under another topic",
    ...pushed({ oldObjectId: ZERO, name: "refs/heads/dev" }),
    namesSubject: true,
    becomes: [
      {
        event: "git.push",
        topic: "nest / dev",
        content:
          "[[nest](https://dev.azure.com/birds/wood/_git/nest)] Ann [created](https://dev.azure.com/birds/wood/_git/nest?version=GBdev) branch `dev`.",
      },
    ],
  },
  {
    name: "a removed branch",
    ...pushed({ newObjectId: ZERO }),
    becomes: [{ event: "git.push", topic: "nest / main", content: "Ann deleted branch `main`." }],
  },
  {
    name: "a tag",
    ...pushed({ oldObjectId: ZERO, name: "refs/tags/v2.0" }),
    becomes: [
      {
        event: "git.push",
        topic: "nest",
        content: "Ann pushed tag [v2.0](https://dev.azure.com/birds/wood/_git/nest?version=GTv2.0).",
      },
    ],
  },
  { name: "a push to another branch than is asked for", ...pushed({}), query: { branches: "dev" }, becomes: [] },
  {
    name: "a new pull request",
    ...on("git.pullrequest.created", pull),
    becomes: [
      {
        event: "git.pullrequest.created",
        topic: "nest / PR #12 Close the lid",
        content:
          "Ann created [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from `fix-lid` to `main`:\n\n~~~ quote\nFixes #7.\n~~~",
      },
    ],
  },
  {
    name: "an abandoned pull request",
    ...on("git.pullrequest.updated", { ...pull, status: "abandoned", closedBy: { displayName: "Bob" } }),
    becomes: [
      {
        event: "git.pullrequest.updated",
        topic: "nest / PR #12 Close the lid",
        content: "Bob abandoned [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12).",
      },
    ],
  },
  {
    name: "a changed pull request",
    ...on("git.pullrequest.updated", pull),
    becomes: [
      {
        event: "git.pullrequest.updated",
        topic: "nest / PR #12 Close the lid",
        content: "Ann updated [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12).",
      },
    ],
  },
  {
    name: "a merged pull request",
    ...on("git.pullrequest.merged", { ...pull, status: "completed", closedBy: { displayName: "Bob" } }),
    becomes: [
      {
        event: "git.pullrequest.merged",
        topic: "nest / PR #12 Close the lid",
        content:
          "Bob merged [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from `fix-lid` to `main`.",
      },
    ],
  },
  {
    name: "a pull request that cannot be merged",
    ...on("git.pullrequest.merged", { ...pull, mergeStatus: "conflicts" }),
    becomes: [
      {
        event: "git.pullrequest.merged",
        topic: "nest / PR #12 Close the lid",
        content:
          "Ann tried to merge [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from `fix-lid` to `main` (there are conflicts).",
      },
    ],
  },
  { name: "an event that is not known", ...on("build.complete", {}), becomes: { unsupported: "build.complete" } },
];
