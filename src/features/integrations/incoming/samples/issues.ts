import { type DeliverySample, json } from "./delivery-sample.ts";

/** Trackers of issues: a delivery of each. */
export const issuesSamples: Readonly<Record<string, DeliverySample>> = {
  jira: json({
    webhookEvent: "jira:issue_created",
    user: { displayName: "Ann" },
    issue: {
      key: "NEST-7",
      self: "https://birds.atlassian.net/rest/api/2/issue/10007",
      fields: {
        summary: "The lid does not close",
        description: "Since *yesterday*, see [the log|https://example.com/log].",
        issuetype: { name: "Bug" },
        priority: { name: "High" },
        assignee: { displayName: "Bob" },
      },
    },
  }),
  linear: json({
    type: "Issue",
    action: "create",
    actor: { name: "Ann" },
    url: "https://linear.app/birds/issue/NEST-7/the-lid",
    data: {
      identifier: "NEST-7",
      title: "The lid does not close",
      description: "Since **yesterday**.",
      priorityLabel: "High",
      team: { name: "Nest" },
      state: { name: "Todo" },
      assignee: { name: "Bob" },
    },
  }),
  trello: json({
    action: {
      type: "createCard",
      data: { board: { name: "Nest" }, card: { name: "Close the lid", shortLink: "cRd" }, list: { name: "Doing" } },
      memberCreator: { fullName: "Ann" },
    },
  }),
  basecamp: json({
    kind: "message_created",
    creator: { name: "Ann" },
    recording: {
      title: "The lid is open",
      app_url: "https://3.basecamp.com/3688623/buckets/2957043/messages/427058780",
      content: "<div>Rain comes in.</div>",
      bucket: { name: "Nest" },
    },
  }),
  shortcut: json({
    version: "v1",
    primary_id: 11,
    actions: [
      {
        id: 11,
        entity_type: "story",
        action: "create",
        name: "Oil the lid",
        story_type: "feature",
        description: "It squeaks.",
        app_url: "https://app.shortcut.com/birds/story/11",
      },
    ],
  }),
  taiga: json({
    type: "issue",
    action: "create",
    by: { full_name: "Ann", permalink: "https://tree.taiga.io/profile/ann" },
    data: { ref: 8, subject: "The lid squeaks", permalink: "https://tree.taiga.io/project/birds-nest/issue/8" },
  }),
  wekan: json({
    text: 'ann moved card "The lid" at board "Nest" from list "To do" to list "Done"\nhttps://wekan.example.com/b/7/nest/1',
    user: "ann",
    card: "The lid",
    description: "act-moveCard",
  }),
};
