import { expected, type Sample } from "../sample.ts";

const written = { ticket_title: "The lid is open", ticket_id: "7", message: "Ann has **opened** a ticket." };
const on = (type: string, event: object = {}) => ({
  payload: {
    type: `zen:event-type:ticket.${type}`,
    account_id: 12_514_403,
    id: "2b24ef10-19d3-4740-93cf-8f98ec4776c0",
    time: "2026-01-10T08:30:00Z",
    zendesk_event_version: "2022-11-06",
    subject: "zen:ticket:7",
    detail: {
      id: "7",
      subject: "The lid is open",
      priority: "HIGH",
      status: "OPEN",
      type: "PROBLEM",
      tags: ["lid"],
      requester_id: "8",
    },
    event,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a form",
    form: written,
    becomes: expected`
      > #7: The lid is open
      Ann has **opened** a ticket.
    `,
  },
  {
    name: "JSON, with a topic of the address",
    payload: written,
    namesSubject: true,
    becomes: expected`
      > #7: The lid is open
      **#7: The lid is open**

      Ann has **opened** a ticket.
    `,
  },
  {
    name: "a new ticket",
    ...on("created"),
    becomes: expected`
      ticket.created > #7: The lid is open
      Ticket **#7: The lid is open** was created.
      * **Type**: problem
      * **Priority**: high
      * **Status**: open
      * **Tags**: lid
    `,
  },
  {
    name: "a comment",
    ...on("comment_added", {
      comment: { id: "1", body: "Rain comes in.", is_public: true, author: { id: "8", name: "Ann" } },
    }),
    becomes: expected`
      ticket.comment_added > #7: The lid is open
      Ticket **#7: The lid is open** has a comment by Ann:

      ~~~ quote
      Rain comes in.
      ~~~
    `,
  },
  {
    name: "a note",
    ...on("comment_added", { comment: { body: "Oil it.", is_public: false, author: { name: "Bob" } } }),
    becomes: expected`
      ticket.comment_added > #7: The lid is open
      Ticket **#7: The lid is open** has an internal note by Bob:

      ~~~ quote
      Oil it.
      ~~~
    `,
  },
  {
    name: "another status",
    ...on("status_changed", { previous: "OPEN", current: "ON_HOLD" }),
    becomes: expected`
      ticket.status_changed > #7: The lid is open
      Ticket **#7: The lid is open** changed its status from **open** to **on hold**.
    `,
  },
  {
    name: "another priority",
    ...on("priority_changed", { previous: null, current: "HIGH" }),
    becomes: expected`
      ticket.priority_changed > #7: The lid is open
      Ticket **#7: The lid is open** changed its priority from **none** to **high**.
    `,
  },
  {
    name: "another type",
    ...on("type_changed", { previous: "QUESTION", current: "PROBLEM" }),
    becomes: expected`
      ticket.type_changed > #7: The lid is open
      Ticket **#7: The lid is open** changed its type from **question** to **problem**.
    `,
  },
  {
    name: "another subject",
    ...on("subject_changed", { previous: "Li`d", current: "The lid is open" }),
    becomes: expected`
      ticket.subject_changed > #7: The lid is open
      Ticket **#7: The lid is open** was renamed (it was “Li\\\`d”).
    `,
  },
  {
    name: "another assignee",
    ...on("agent_assignment_changed", { previous: null, current: "9" }),
    becomes: expected`
      ticket.agent_assignment_changed > #7: The lid is open
      Ticket **#7: The lid is open** has another assignee.
    `,
  },
  {
    name: "another group",
    ...on("group_assignment_changed", { previous: null, current: "9" }),
    becomes: expected`
      ticket.group_assignment_changed > #7: The lid is open
      Ticket **#7: The lid is open** has another group.
    `,
  },
  {
    name: "a merged ticket",
    ...on("merged"),
    becomes: expected`
      ticket.merged > #7: The lid is open
      Ticket **#7: The lid is open** was merged into another one.
    `,
  },
  {
    name: "a deleted ticket",
    ...on("soft_deleted"),
    becomes: expected`
      ticket.soft_deleted > #7: The lid is open
      Ticket **#7: The lid is open** was deleted.
    `,
  },
  {
    name: "a restored ticket",
    ...on("undeleted"),
    becomes: expected`
      ticket.undeleted > #7: The lid is open
      Ticket **#7: The lid is open** was restored.
    `,
  },
  {
    name: "a ticket that is spam",
    ...on("marked_as_spam"),
    becomes: expected`
      ticket.marked_as_spam > #7: The lid is open
      Ticket **#7: The lid is open** was marked as spam.
    `,
  },
  { name: "an event that is not known", ...on("brand_changed"), becomes: { unsupported: "ticket.brand_changed" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
