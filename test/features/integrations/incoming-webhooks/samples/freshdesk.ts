import type { Sample } from "../sample.ts";

const on = (triggered_event: string) => ({
  payload: {
    freshdesk_webhook: {
      triggered_event,
      ticket_id: 7,
      ticket_url: "https://birds.freshdesk.com/helpdesk/tickets/7",
      ticket_type: "Problem",
      ticket_subject: "The lid is open",
      ticket_description: "<div>Rain comes in.<br>Since <b>yesterday</b> &amp; before.</div>",
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
    becomes: [
      {
        event: "created",
        topic: "#7: The lid is open",
        content:
          "Ann (ann@example.com) created ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7):\n* **Type**: Problem\n* **Status**: Open\n* **Priority**: High\n\n~~~ quote\nRain comes in.\nSince yesterday & before.\n~~~",
      },
    ],
  },
  {
    name: "a changed ticket",
    ...on("{ticket_action:updated}"),
    becomes: [
      {
        event: "updated",
        topic: "#7: The lid is open",
        content:
          "Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) was updated.\n* **Type**: Problem\n* **Status**: Open\n* **Priority**: High",
      },
    ],
  },
  {
    name: "another status",
    ...on("{status:{from:2,to:4}}"),
    becomes: [
      {
        event: "status_changed",
        topic: "#7: The lid is open",
        content:
          "Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) changed its status from **Open** to **Resolved**.\n* **Type**: Problem\n* **Priority**: High",
      },
    ],
  },
  {
    name: "another priority",
    ...on("{priority:{from:1,to:3}}"),
    becomes: [
      {
        event: "priority_changed",
        topic: "#7: The lid is open",
        content:
          "Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) changed its priority from **Low** to **High**.\n* **Type**: Problem\n* **Status**: Open",
      },
    ],
  },
  {
    name: "a private note",
    ...on("{note_type:private}"),
    becomes: [
      {
        event: "note_added",
        topic: "#7: The lid is open",
        content:
          "Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) has a private note.",
      },
    ],
  },
  {
    name: "a public note",
    ...on("{note_type:public}"),
    becomes: [
      {
        event: "note_added",
        topic: "#7: The lid is open",
        content:
          "Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) has a public note.",
      },
    ],
  },
  {
    name: "a reply",
    ...on("{reply_sent:sent}"),
    becomes: [
      {
        event: "note_added",
        topic: "#7: The lid is open",
        content:
          "Ticket [#7: The lid is open](https://birds.freshdesk.com/helpdesk/tickets/7) of Ann (ann@example.com) has a reply.",
      },
    ],
  },
  { name: "another field", ...on("{group:{from:1,to:2}}"), becomes: { unsupported: "{group:{from:1,to:2}}" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
