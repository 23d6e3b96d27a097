import { expected, type Sample } from "../sample.ts";

const URL = "https://linear.app/birds/issue/NEST-7/the-lid";
const data = {
  identifier: "NEST-7",
  title: "The lid does not close",
  description: "Since **yesterday**.",
  priority: 2,
  priorityLabel: "High",
  team: { key: "NEST", name: "Nest" },
  state: { name: "Todo" },
  assignee: { name: "Bob" },
};
const on = (type: string, action: string, more: object = {}) => ({
  headers: { "Linear-Delivery": "234d1a4e-b617-4388-90fe-adc3633d6b72" },
  payload: { type, action, actor: { name: "Ann" }, url: URL, data, ...more },
});
const comment = { body: "I see it, too.", user: { name: "Cal" }, issue: { title: "The lid does not close" } };

export const samples: readonly Sample[] = [
  {
    name: "a new issue",
    ...on("Issue", "create"),
    becomes: expected`
      issue > Issue: The lid does not close
      Ann created [issue NEST-7 The lid does not close](https://linear.app/birds/issue/NEST-7/the-lid):
      * **Team**: Nest
      * **Priority**: High
      * **Status**: Todo
      * **Assignee**: Bob

      ~~~ quote
      Since **yesterday**.
      ~~~
    `,
  },
  {
    name: "a new sub-issue",
    ...on("Issue", "create", { data: { ...data, parentId: "x", assignee: null, description: null } }),
    becomes: expected`
      sub_issue > Issue: The lid does not close
      Ann created [sub-issue NEST-7 The lid does not close](https://linear.app/birds/issue/NEST-7/the-lid):
      * **Team**: Nest
      * **Priority**: High
      * **Status**: Todo
    `,
  },
  {
    name: "an issue with another status, title and assignee",
    ...on("Issue", "update", { updatedFrom: { stateId: "a", assigneeId: null, title: "The `lid" } }),
    becomes: expected`
      issue > Issue: The lid does not close
      Ann updated [issue NEST-7 The lid does not close](https://linear.app/birds/issue/NEST-7/the-lid):
      * **Title**: The lid does not close (it was “The \\\`lid”)
      * **Status**: Todo
      * **Assignee**: Bob

      ~~~ quote
      Since **yesterday**.
      ~~~
    `,
  },
  {
    name: "an issue with another description",
    ...on("Issue", "update", { updatedFrom: { description: "" } }),
    becomes: expected`
      issue > Issue: The lid does not close
      Ann updated [issue NEST-7 The lid does not close](https://linear.app/birds/issue/NEST-7/the-lid):

      ~~~ quote
      Since **yesterday**.
      ~~~
    `,
  },
  {
    name: "a long issue with other labels and another project",
    ...on("Issue", "update", {
      data: {
        ...data,
        description: "Long. ".repeat(200),
        labels: [{ name: "Bug" }, { name: "Lids" }],
        project: { name: "Spring" },
      },
      updatedFrom: { labelIds: [], projectId: null, cycleId: "x" },
    }),
    becomes: [
      {
        event: "issue",
        topic: "Issue: The lid does not close",
        content: `Ann updated [issue NEST-7 The lid does not close](https://linear.app/birds/issue/NEST-7/the-lid):\n* **Labels**: Bug and Lids\n* **Project**: Spring\n* **Cycle**: none\n\n~~~ quote\n${"Long. ".repeat(83)}L…\n~~~`,
      },
    ],
  },
  {
    name: "an issue that was moved in its list",
    ...on("Issue", "update", { updatedFrom: { sortOrder: 4 } }),
    becomes: [],
  },
  {
    name: "a removed issue",
    ...on("Issue", "remove"),
    becomes: expected`
      issue > Issue: The lid does not close
      Ann removed [issue NEST-7 The lid does not close](https://linear.app/birds/issue/NEST-7/the-lid).
    `,
  },
  {
    name: "a comment",
    ...on("Comment", "create", { data: comment, url: `${URL}#comment-4` }),
    becomes: expected`
      comment > Issue: The lid does not close
      Cal [commented](https://linear.app/birds/issue/NEST-7/the-lid#comment-4) on The lid does not close:

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a changed comment",
    ...on("Comment", "update", { data: { ...comment, issue: { title: "The `lid" } }, url: `${URL}#comment-4` }),
    becomes: expected`
      comment > Issue: The \`lid
      Cal updated a [comment](https://linear.app/birds/issue/NEST-7/the-lid#comment-4) on The \\\`lid:

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  {
    name: "a removed comment",
    ...on("Comment", "remove", { data: comment, url: `${URL}#comment-4` }),
    becomes: expected`
      comment > Issue: The lid does not close
      Cal removed a [comment](https://linear.app/birds/issue/NEST-7/the-lid#comment-4) on The lid does not close.
    `,
  },
  {
    name: "a comment on a document",
    ...on("Comment", "create", {
      data: { body: "I see it, too.", documentContentId: "49567929", user: { name: "Cal" } },
      url: "https://linear.app/birds/document/lids-ddb80e78#comment-4",
    }),
    becomes: expected`
      comment > Comments
      Cal [commented](https://linear.app/birds/document/lids-ddb80e78#comment-4) on a document or project:

      ~~~ quote
      I see it, too.
      ~~~
    `,
  },
  { name: "a reaction", ...on("Reaction", "create"), becomes: [] },
  { name: "a project", ...on("Project", "create"), becomes: { unsupported: "Project create" } },
];
