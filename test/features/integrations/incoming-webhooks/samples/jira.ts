import type { Sample } from "../sample.ts";

const user = { displayName: "Ann", name: "ann" };
const issue = {
  key: "NEST-7",
  self: "https://birds.atlassian.net/rest/api/2/issue/10007",
  fields: {
    summary: "The lid does not close",
    description:
      "h2. Since when\nSince *yesterday*, see [the log|https://example.com/log] and {{close()}}.\n# first\n# second\n\n{code:java}\nclose(*lid*);\n{code}\n{quote}It -never- closed.{quote}\n[~bob] knows _more_.",
    issuetype: { name: "Bug" },
    priority: { name: "High" },
    assignee: { displayName: "Bob" },
  },
};
const on = (webhookEvent: string, more: object = {}) => ({ payload: { webhookEvent, user, issue, ...more } });
const comment = { body: "I see it, *too*.", author: { displayName: "Cal" }, updateAuthor: { displayName: "Cal" } };
const items = [
  { field: "status", fromString: "Open", toString: "Done" },
  { field: "priority", fromString: "", toString: "Low" },
  { field: "labels", fromString: "old", toString: "" },
  { field: "description", fromString: "x", toString: "y" },
];

export const samples: readonly Sample[] = [
  {
    name: "a new issue",
    ...on("jira:issue_created"),
    becomes: [
      {
        event: "jira:issue_created",
        topic: "NEST-7: The lid does not close",
        content:
          "Ann created [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):\n* **Type**: Bug\n* **Priority**: High\n* **Assignee**: Bob\n\n~~~~ quote\n## Since when\nSince **yesterday**, see [the log](https://example.com/log) and `close()`.\n1. first\n1. second\n\n~~~ java\nclose(*lid*);\n~~~\n\n> It ~~never~~ closed.\n\n@bob knows *more*.\n~~~~",
      },
    ],
  },
  {
    name: "a deleted issue",
    ...on("jira:issue_deleted"),
    becomes: [
      {
        event: "jira:issue_deleted",
        topic: "NEST-7: The lid does not close",
        content: "Ann deleted NEST-7: The lid does not close.",
      },
    ],
  },
  {
    name: "a changed issue",
    ...on("jira:issue_updated", { changelog: { items } }),
    becomes: [
      {
        event: "jira:issue_updated",
        topic: "NEST-7: The lid does not close",
        content:
          "Ann updated [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7) (assigned to Bob):\n* changed status from **Open** to **Done**\n* set priority to **Low**\n* removed **old** from labels\n* changed the description",
      },
    ],
  },
  { name: "a changed issue without a change", ...on("jira:issue_updated", { changelog: { items: [] } }), becomes: [] },
  {
    name: "a comment, as older servers tell it",
    ...on("jira:issue_updated", { issue_event_type_name: "issue_commented", comment }),
    becomes: [
      {
        event: "jira:issue_updated",
        topic: "NEST-7: The lid does not close",
        content:
          "Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):\n\n~~~ quote\nI see it, **too**.\n~~~",
      },
    ],
  },
  {
    name: "a deleted comment, as older servers tell it: without the comment",
    ...on("jira:issue_updated", { issue_event_type_name: "issue_comment_deleted" }),
    becomes: [
      {
        event: "jira:issue_updated",
        topic: "NEST-7: The lid does not close",
        content:
          "Ann deleted a comment from [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7).",
      },
    ],
  },
  {
    name: "a comment, as the first servers tell it",
    ...on("jira:issue_updated", { comment: { ...comment, body: "At last\\!" } }),
    becomes: [
      {
        event: "jira:issue_updated",
        topic: "NEST-7: The lid does not close",
        content:
          "Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):\n\n~~~ quote\nAt last!\n~~~",
      },
    ],
  },
  {
    name: "a step of a workflow, which has no event",
    payload: {
      user,
      issue,
      transition: { transitionName: "Reopen", from_status: "To Do", to_status: "In Progress" },
      comment: "Again.",
    },
    becomes: [
      {
        event: "jira:issue_updated",
        topic: "NEST-7: The lid does not close",
        content:
          "Ann updated [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7) (assigned to Bob):\n* changed status from **To Do** to **In Progress**\n\n~~~ quote\nAgain.\n~~~",
      },
    ],
  },
  {
    name: "a comment without its issue",
    payload: {
      webhookEvent: "comment_created",
      comment: { ...comment, self: "https://birds.atlassian.net/rest/api/2/issue/10007/comment/12000" },
    },
    becomes: [
      {
        event: "comment_created",
        topic: "Issue 10007",
        content: "Cal commented on issue 10007:\n\n~~~ quote\nI see it, **too**.\n~~~",
      },
    ],
  },
  {
    name: "a new comment",
    ...on("comment_created", { comment }),
    becomes: [
      {
        event: "comment_created",
        topic: "NEST-7: The lid does not close",
        content:
          "Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):\n\n~~~ quote\nI see it, **too**.\n~~~",
      },
    ],
  },
  {
    name: "a changed comment",
    ...on("comment_updated", { comment }),
    becomes: [
      {
        event: "comment_updated",
        topic: "NEST-7: The lid does not close",
        content:
          "Cal edited a comment on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):\n\n~~~ quote\nI see it, **too**.\n~~~",
      },
    ],
  },
  {
    name: "a deleted comment",
    ...on("comment_deleted", { comment }),
    becomes: [
      {
        event: "comment_deleted",
        topic: "NEST-7: The lid does not close",
        content:
          "Cal deleted a comment from [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7).",
      },
    ],
  },
  { name: "a sprint", payload: { webhookEvent: "sprint_started", sprint: {} }, becomes: [] },
  { name: "an event that is not known", ...on("filter_created"), becomes: { unsupported: "filter_created" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
