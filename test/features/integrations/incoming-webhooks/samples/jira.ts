import { expected, type Sample } from "../sample.ts";

const user = { displayName: "Ann", name: "ann" };
const issue = {
  key: "NEST-7",
  self: "https://birds.atlassian.net/rest/api/2/issue/10007",
  fields: {
    summary: "The lid does not close",
    description:
      "h2. Since when\nSince *yesterday*, see [the log|https://example.com/log] and {{close()}}.\n# first\n# second\n\n{code:java}\nclose(*lid*);\n{code}\n{code:title=a.ts|borderStyle=solid}\nb\n{code}\n{code:title=a.ts|ts}\nc\n{code}\n{quote}It -never- closed.{quote}\n[~bob] knows _more_.",
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
  { field: "summary", fromString: "Use **kwargs`", toString: "Open C:\\lid\\" },
  { field: "Checklist", fromString: null, toString: null },
];

export const samples: readonly Sample[] = [
  {
    name: "a new issue",
    ...on("jira:issue_created"),
    becomes: expected`
      jira:issue_created > NEST-7: The lid does not close
      Ann created [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):
      * **Type**: Bug
      * **Priority**: High
      * **Assignee**: Bob

      ~~~~ quote
      ## Since when
      Since **yesterday**, see [the log](https://example.com/log) and \`close()\`.
      1. first
      1. second

      ~~~ java
      close(*lid*);
      ~~~

      ~~~
      b
      ~~~

      ~~~ ts
      c
      ~~~

      > It ~~never~~ closed.

      @bob knows *more*.
      ~~~~
    `,
  },
  {
    name: "a deleted issue",
    ...on("jira:issue_deleted"),
    becomes: expected`
      jira:issue_deleted > NEST-7: The lid does not close
      Ann deleted NEST-7: The lid does not close.
    `,
  },
  {
    name: "a changed issue",
    ...on("jira:issue_updated", { changelog: { items } }),
    becomes: expected`
      jira:issue_updated > NEST-7: The lid does not close
      Ann updated [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7) (assigned to Bob):
      * changed status from **Open** to **Done**
      * set priority to **Low**
      * removed **old** from labels
      * changed the description
      * changed summary from **Use kwargs\\\`** to **Open C:\\\\lid\\\\**
      * changed Checklist
    `,
  },
  { name: "a changed issue without a change", ...on("jira:issue_updated", { changelog: { items: [] } }), becomes: [] },
  {
    name: "a comment, as older servers tell it",
    ...on("jira:issue_updated", { issue_event_type_name: "issue_commented", comment }),
    becomes: expected`
      jira:issue_updated > NEST-7: The lid does not close
      Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):

      ~~~ quote
      I see it, **too**.
      ~~~
    `,
  },
  {
    name: "a deleted comment, as older servers tell it: without the comment",
    ...on("jira:issue_updated", { issue_event_type_name: "issue_comment_deleted" }),
    becomes: expected`
      jira:issue_updated > NEST-7: The lid does not close
      Ann deleted a comment from [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7).
    `,
  },
  {
    name: "a deleted comment of someone else",
    ...on("jira:issue_updated", { issue_event_type_name: "issue_comment_deleted", comment }),
    becomes: expected`
      jira:issue_updated > NEST-7: The lid does not close
      Ann deleted a comment from [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7).
    `,
  },
  {
    name: "a comment, as the first servers tell it",
    ...on("jira:issue_updated", { comment: { ...comment, body: "At last\\!" } }),
    becomes: expected`
      jira:issue_updated > NEST-7: The lid does not close
      Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):

      ~~~ quote
      At last!
      ~~~
    `,
  },
  {
    name: "a step of a workflow, which has no event",
    payload: {
      user,
      issue,
      transition: { transitionName: "Reopen", from_status: "To Do", to_status: "In Progress" },
      comment: "Again.",
    },
    becomes: expected`
      jira:issue_updated > NEST-7: The lid does not close
      Ann updated [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7) (assigned to Bob):
      * changed status from **To Do** to **In Progress**

      ~~~ quote
      Again.
      ~~~
    `,
  },
  {
    name: "a comment without its issue",
    payload: {
      webhookEvent: "comment_created",
      comment: { ...comment, self: "https://birds.atlassian.net/rest/api/2/issue/10007/comment/12000" },
    },
    becomes: expected`
      comment_created > Issue 10007
      Cal commented on issue 10007:

      ~~~ quote
      I see it, **too**.
      ~~~
    `,
  },
  {
    name: "a new comment",
    ...on("comment_created", { comment }),
    becomes: expected`
      comment_created > NEST-7: The lid does not close
      Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):

      ~~~ quote
      I see it, **too**.
      ~~~
    `,
  },
  {
    name: "a comment with stars and underscores in URLs and code",
    ...on("comment_created", {
      comment: {
        ...comment,
        body: "See https://example.com/-/7 and https://example.com/-/8, _[the *log*|https://example.com/_a_/b]_ or *https://example.com*, not {{-v}} -{{-x}}-.",
      },
    }),
    becomes: expected`
      comment_created > NEST-7: The lid does not close
      Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):

      ~~~ quote
      See https://example.com/-/7 and https://example.com/-/8, *[the **log**](https://example.com/_a_/b)* or **https://example.com**, not \`-v\` ~~\`-x\`~~.
      ~~~
    `,
  },
  {
    name: "a comment that mentions accounts",
    ...on("comment_created", {
      comment: {
        ...comment,
        body: "[~accountid:557058:f5-b] and [~accountid:5c76b994] know.",
        author: { displayName: "Cal", accountId: "5c76b994" },
      },
    }),
    becomes: expected`
      comment_created > NEST-7: The lid does not close
      Cal commented on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):

      ~~~ quote
      @someone and @Cal know.
      ~~~
    `,
  },
  {
    name: "a changed comment",
    ...on("comment_updated", { comment }),
    becomes: expected`
      comment_updated > NEST-7: The lid does not close
      Cal edited a comment on [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7):

      ~~~ quote
      I see it, **too**.
      ~~~
    `,
  },
  {
    name: "a deleted comment, without who deleted it",
    ...on("comment_deleted", { comment, user: undefined }),
    becomes: expected`
      comment_deleted > NEST-7: The lid does not close
      A comment by Cal was deleted from [NEST-7: The lid does not close](https://birds.atlassian.net/browse/NEST-7).
    `,
  },
  { name: "a sprint", payload: { webhookEvent: "sprint_started", sprint: {} }, becomes: [] },
  { name: "an event that is not known", ...on("filter_created"), becomes: { unsupported: "filter_created" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
