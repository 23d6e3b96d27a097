import { expected, type Sample } from "../sample.ts";

const HOME = "https://dev.azure.com/birds/wood/_git/nest";
const repository = { name: "nest", remoteUrl: HOME };
const on = (eventType: string, resource: object, said = "") => ({
  payload: {
    message: { text: said },
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
    becomes: expected`
      git.push > nest / main
      Ann [pushed](https://dev.azure.com/birds/wood/_git/nest/branchCompare?baseVersion=GC0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a&targetVersion=GCb7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7&_a=files) 1 commit to branch \`main\`.
      Commits by Bob (1).

      * Add a lid ([1f1f1f1f1f1](https://dev.azure.com/birds/wood/_git/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f))
    `,
  },
  {
    name: "a push of commits to two branches and a tag",
    ...on("git.push", {
      commits: [{ commitId: "1f".repeat(20), comment: "Add a lid", author: { name: "Bob" } }],
      refUpdates: ["heads/main", "heads/dev", "tags/v2.0"].map((name) => ({
        name: `refs/${name}`,
        oldObjectId: name === "heads/main" ? "0a".repeat(20) : ZERO,
        newObjectId: "b7".repeat(20),
      })),
      pushedBy: { displayName: "Ann" },
    }),
    becomes: [
      {
        event: "git.push",
        topic: "nest / main",
        content:
          "Ann [pushed](https://dev.azure.com/birds/wood/_git/nest/branchCompare?baseVersion=GC0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a&targetVersion=GCb7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7&_a=files) to branch `main`. Its head is now [b7b7b7b7b7b](https://dev.azure.com/birds/wood/_git/nest/commit/b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7).",
      },
      {
        event: "git.push",
        topic: "nest / dev",
        content: "Ann [created](https://dev.azure.com/birds/wood/_git/nest?version=GBdev) branch `dev`.",
      },
      {
        event: "git.push",
        topic: "nest",
        content: "Ann pushed tag [v2.0](https://dev.azure.com/birds/wood/_git/nest?version=GTv2.0).",
      },
    ],
  },
  {
    name: "a new branch under another topic",
    ...pushed({ oldObjectId: ZERO, name: "refs/heads/dev" }),
    namesSubject: true,
    becomes: expected`
      git.push > nest / dev
      [[nest](https://dev.azure.com/birds/wood/_git/nest)] Ann [created](https://dev.azure.com/birds/wood/_git/nest?version=GBdev) branch \`dev\`.
    `,
  },
  {
    name: "a removed branch",
    ...pushed({ newObjectId: ZERO }),
    becomes: expected`
      git.push > nest / main
      Ann deleted branch \`main\`.
    `,
  },
  {
    name: "a tag",
    ...pushed({ oldObjectId: ZERO, name: "refs/tags/v2.0" }),
    becomes: expected`
      git.push > nest
      Ann pushed tag [v2.0](https://dev.azure.com/birds/wood/_git/nest?version=GTv2.0).
    `,
  },
  { name: "a push to another branch than is asked for", ...pushed({}), query: { branches: "dev" }, becomes: [] },
  {
    name: "a new pull request",
    ...on("git.pullrequest.created", pull),
    becomes: expected`
      git.pullrequest.created > nest / PR #12 Close the lid
      Ann created [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from \`fix-lid\` to \`main\`:

      ~~~ quote
      Fixes #7.
      ~~~
    `,
  },
  {
    name: "a new pull request under another topic",
    ...on("git.pullrequest.created", {
      ...pull,
      description: "",
      repository: { name: "nest", remoteUrl: HOME.replace("//", "//birds@"), webUrl: HOME },
    }),
    namesSubject: true,
    becomes: expected`
      git.pullrequest.created > nest / PR #12 Close the lid
      [[nest](https://dev.azure.com/birds/wood/_git/nest)] Ann created [PR #12 Close the lid](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "an abandoned pull request",
    ...on("git.pullrequest.updated", { ...pull, status: "abandoned", closedBy: { displayName: "Bob" } }),
    becomes: expected`
      git.pullrequest.updated > nest / PR #12 Close the lid
      Bob abandoned [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12).
    `,
  },
  {
    name: "a changed pull request",
    ...on("git.pullrequest.updated", pull),
    becomes: expected`
      git.pullrequest.updated > nest / PR #12 Close the lid
      Ann updated [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12).
    `,
  },
  {
    name: "a pull request with new commits of another person",
    ...on(
      "git.pullrequest.updated",
      pull,
      "Bob B. updated the source branch of pull request 12 (Undo pull request 7) in nest",
    ),
    becomes: expected`
      git.pullrequest.updated > nest / PR #12 Close the lid
      Bob B. updated the source branch of [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12).
    `,
  },
  {
    name: "an approved pull request",
    ...on(
      "git.pullrequest.updated",
      pull,
      "Bob approved pull request 12 (Close the lid) in nest\r\nhttps://dev.azure.com",
    ),
    becomes: expected`
      git.pullrequest.updated > nest / PR #12 Close the lid
      Bob approved [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12).
    `,
  },
  {
    name: "a merged pull request",
    ...on("git.pullrequest.merged", { ...pull, status: "completed", closedBy: { displayName: "Bob" } }),
    becomes: expected`
      git.pullrequest.merged > nest / PR #12 Close the lid
      Bob merged [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from \`fix-lid\` to \`main\`.
    `,
  },
  {
    name: "a pull request that cannot be merged",
    ...on("git.pullrequest.merged", { ...pull, mergeStatus: "conflicts" }),
    becomes: expected`
      git.pullrequest.merged > nest / PR #12 Close the lid
      Azure DevOps tried to merge [PR #12](https://dev.azure.com/birds/wood/_git/nest/pullrequest/12) from \`fix-lid\` to \`main\` (there are conflicts).
    `,
  },
  {
    name: "a pull request that could be merged, but stays open",
    ...on("git.pullrequest.merged", pull),
    becomes: [],
  },
  { name: "an event that is not known", ...on("build.complete", {}), becomes: { unsupported: "build.complete" } },
];
