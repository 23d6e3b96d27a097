import type { Sample } from "../sample.ts";

const alert = {
  alertId: "052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000",
  message: "The lid is open",
  tags: ["lid", "rain"],
  tinyId: "7",
  alias: "nest-lid",
  entity: "nest-1",
  username: "ann@example.com",
  userId: "daed1180-0ce8-438b-8f8e-57e1a5920a2d",
  priority: "P1",
  owner: "",
  description: "Rain comes in.",
  source: "web",
};
const on = (action: string, more: object = {}, top: object = {}) => ({
  payload: {
    action,
    alert: { ...alert, ...more },
    source: { name: "web", type: "web" },
    integrationName: "Nest alerts",
    integrationId: "4513b7ea-3b91-438f-b7e4-e3e54af9147c",
    ...top,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a new alert",
    ...on("Create", { team: "Day birds" }),
    becomes: [
      {
        event: "Create",
        topic: "Nest alerts",
        content:
          ":cross_mark: Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was created.\n* **Tags**: lid and rain\n* **Priority**: P1\n* **Teams**: Day birds\n* **Source**: web\n* **Entity**: nest-1\n\n~~~ quote\nRain comes in.\n~~~",
      },
    ],
  },
  {
    name: "an acknowledged alert",
    ...on("Acknowledge"),
    becomes: [
      {
        event: "Acknowledge",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was acknowledged by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "an alert that is no longer acknowledged",
    ...on("UnAcknowledge"),
    becomes: [
      {
        event: "UnAcknowledge",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was unacknowledged by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "a closed alert",
    ...on("Close", { note: "Oiled." }),
    becomes: [
      {
        event: "Close",
        topic: "Nest alerts",
        content:
          ":check: Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was closed by ann@example.com.\n* **Tags**: lid and rain\n\n~~~ quote\nOiled.\n~~~",
      },
    ],
  },
  {
    name: "a deleted alert",
    ...on("Delete"),
    becomes: [
      {
        event: "Delete",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was deleted by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "a note",
    ...on("AddNote", { note: "Oil is on its way." }),
    becomes: [
      {
        event: "AddNote",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) has a new note by ann@example.com.\n* **Tags**: lid and rain\n\n~~~ quote\nOil is on its way.\n~~~",
      },
    ],
  },
  {
    name: "new tags",
    ...on("AddTags", { addedTags: ["urgent", "oil"] }),
    becomes: [
      {
        event: "AddTags",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given new tags by ann@example.com.\n* **New tags**: urgent and oil\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "removed tags",
    ...on("RemoveTags", { removedTags: ["rain"] }),
    becomes: [
      {
        event: "RemoveTags",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) had tags removed by ann@example.com.\n* **Removed tags**: rain\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "another recipient",
    ...on("AddRecipient", { recipient: "bob@example.com" }),
    becomes: [
      {
        event: "AddRecipient",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another recipient by ann@example.com.\n* **Tags**: lid and rain\n* **Recipients**: bob@example.com",
      },
    ],
  },
  {
    name: "another responder",
    ...on("AddResponder", { responders: [{ name: "Day birds", type: "team" }] }),
    becomes: [
      {
        event: "AddResponder",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another responder by ann@example.com.\n* **Tags**: lid and rain\n* **Responder**: Day birds",
      },
    ],
  },
  {
    name: "another team",
    ...on("AddTeam", { team: "Night birds" }),
    becomes: [
      {
        event: "AddTeam",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another team by ann@example.com.\n* **Tags**: lid and rain\n* **Teams**: Night birds",
      },
    ],
  },
  {
    name: "an assigned alert",
    ...on("AssignOwnership", { owner: "bob@example.com" }),
    becomes: [
      {
        event: "AssignOwnership",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was assigned to **bob@example.com** by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "an alert that was taken over",
    ...on("TakeOwnership"),
    becomes: [
      {
        event: "TakeOwnership",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was taken over by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "an escalated alert",
    ...on("Escalate", { username: "System" }, { escalation: { id: "x", name: "Day birds" } }),
    becomes: [
      {
        event: "Escalate",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was escalated.\n* **Tags**: lid and rain\n* **Escalation**: Day birds",
      },
    ],
  },
  {
    name: "an alert at its next step",
    ...on("EscalateNext", { username: "System" }),
    becomes: [
      {
        event: "EscalateNext",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was escalated to the next step.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "a snoozed alert",
    ...on("Snooze", { snoozedUntil: "2026-01-10 12:00" }),
    becomes: [
      {
        event: "Snooze",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was snoozed by ann@example.com.\n* **Tags**: lid and rain\n* **Snoozed until**: 2026-01-10 12:00",
      },
    ],
  },
  {
    name: "an alert that is no longer snoozed",
    ...on("SnoozeEnded", { username: "System" }),
    becomes: [
      {
        event: "SnoozeEnded",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) is no longer snoozed.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "another priority",
    ...on("UpdatePriority", { oldPriority: "P3" }),
    becomes: [
      {
        event: "UpdatePriority",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another priority by ann@example.com.\n* **Tags**: lid and rain\n* **Priority**: P3 → P1",
      },
    ],
  },
  {
    name: "another message",
    ...on("UpdateMessage", { oldMessage: "Lid" }),
    becomes: [
      {
        event: "UpdateMessage",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another message by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "another description",
    ...on("UpdateDescription", { oldDescription: "" }),
    becomes: [
      {
        event: "UpdateDescription",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another description by ann@example.com.\n* **Tags**: lid and rain\n\n~~~ quote\nRain comes in.\n~~~",
      },
    ],
  },
  {
    name: "new tags as older integrations tell them",
    ...on("AddTags", { tags: ["lid", "oil"], addedTags: "lid,oil" }),
    becomes: [
      {
        event: "AddTags",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given new tags by ann@example.com.\n* **New tags**: lid and oil\n* **Tags**: lid and oil",
      },
    ],
  },
  {
    name: "an action of one's own",
    ...on("TestAction"),
    becomes: [
      {
        event: "TestAction",
        topic: "Nest alerts",
        content:
          "Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) had the action **TestAction** run by ann@example.com.\n* **Tags**: lid and rain",
      },
    ],
  },
  {
    name: "an action without an alert",
    payload: { action: "TestAction", integrationName: "Nest alerts" },
    becomes: { unsupported: "TestAction" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
