import { expected, type Sample } from "../sample.ts";

const on = (triggered_event: string) => ({
  payload: {
    freshdesk_webhook: {
      triggered_event,
      ticket_id: 7,
      ticket_url: "https://birds.freshdesk.com/helpdesk/tickets/7",
      ticket_type: "Problem",
      ticket_subject: "The lid is open",
      ticket_description:
        '<div>Rain comes in.<br>Since <b>yesterday</b> &amp; before.</div><div><img src="https://cdn.freshdesk.com/7/lid.png?a=1&amp;b=2" class="inline-image"></div>',
      ticket_status: "Open",
      ticket_priority: "High",
      requester_name: "Ann",
      requester_email: "ann@example.com",
    },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a new ticket",
    ...on("{ticket_action:created}"),
    becomes: expected`
      created > #7: The lid is open
      Ann (ann@example.com) created ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7):
      * **Type**: Problem
      * **Status**: Open
      * **Priority**: High

      ~~~ quote
      Rain comes in.
      Since yesterday & before.
      [image](https://cdn.freshdesk.com/7/lid.png?a=1&b=2)
      ~~~
    `,
  },
  {
    name: "a changed ticket",
    ...on("{ticket_action:updated}"),
    becomes: expected`
      updated > #7: The lid is open
      Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) was updated.
      * **Type**: Problem
      * **Status**: Open
      * **Priority**: High
    `,
  },
  {
    name: "another status",
    ...on("{status:{from:2,to:4}}"),
    becomes: expected`
      status_changed > #7: The lid is open
      Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) changed its status from **Open** to **Resolved**.
      * **Type**: Problem
      * **Priority**: High
    `,
  },
  {
    name: "another priority",
    ...on("{priority:{from:1,to:3}}"),
    becomes: expected`
      priority_changed > #7: The lid is open
      Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) changed its priority from **Low** to **High**.
      * **Type**: Problem
      * **Status**: Open
    `,
  },
  {
    name: "a private note",
    ...on("{note_type:private}"),
    becomes: expected`
      note_added > #7: The lid is open
      Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) has a private note.
    `,
  },
  {
    name: "a public note",
    ...on("{note_type:public}"),
    becomes: expected`
      note_added > #7: The lid is open
      Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) has a public note.
    `,
  },
  {
    name: "a reply",
    ...on("{reply_sent:sent}"),
    becomes: expected`
      note_added > #7: The lid is open
      Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) has a reply.
    `,
  },
  { name: "another field", ...on("{group:{from:1,to:2}}"), becomes: { unsupported: "{group:{from:1,to:2}}" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
