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
};
