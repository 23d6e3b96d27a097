import { expected, type Sample } from "../sample.ts";

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
    becomes: expected`
      Create > Nest alerts
      :cross_mark: Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was created.
      * **Tags**: lid and rain
      * **Priority**: P1
      * **Teams**: Day birds
      * **Source**: web
      * **Entity**: nest-1

      ~~~ quote
      Rain comes in.
      ~~~
    `,
  },
  {
    name: "an acknowledged alert",
    ...on("Acknowledge"),
    becomes: expected`
      Acknowledge > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was acknowledged by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "an alert that is no longer acknowledged",
    ...on("UnAcknowledge"),
    becomes: expected`
      UnAcknowledge > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was unacknowledged by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "a closed alert",
    ...on("Close", { note: "Oiled." }),
    becomes: expected`
      Close > Nest alerts
      :check: Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was closed by ann@example.com.
      * **Tags**: lid and rain

      ~~~ quote
      Oiled.
      ~~~
    `,
  },
  {
    name: "a deleted alert",
    ...on("Delete"),
    becomes: expected`
      Delete > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was deleted by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "a note",
    ...on("AddNote", { note: "Oil is on its way." }),
    becomes: expected`
      AddNote > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) has a new note by ann@example.com.
      * **Tags**: lid and rain

      ~~~ quote
      Oil is on its way.
      ~~~
    `,
  },
  {
    name: "new tags",
    ...on("AddTags", { addedTags: ["urgent", "oil"] }),
    becomes: expected`
      AddTags > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given new tags by ann@example.com.
      * **New tags**: urgent and oil
      * **Tags**: lid and rain
    `,
  },
  {
    name: "removed tags",
    ...on("RemoveTags", { removedTags: ["rain"] }),
    becomes: expected`
      RemoveTags > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) had tags removed by ann@example.com.
      * **Removed tags**: rain
      * **Tags**: lid and rain
    `,
  },
  {
    name: "another recipient",
    ...on("AddRecipient", { recipient: "bob@example.com" }),
    becomes: expected`
      AddRecipient > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another recipient by ann@example.com.
      * **Tags**: lid and rain
      * **Recipients**: bob@example.com
    `,
  },
  {
    name: "another responder",
    ...on("AddResponder", { responders: [{ name: "Day birds", type: "team" }] }),
    becomes: expected`
      AddResponder > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another responder by ann@example.com.
      * **Tags**: lid and rain
      * **Responder**: Day birds
    `,
  },
  {
    name: "another team",
    ...on("AddTeam", { team: "Night birds" }),
    becomes: expected`
      AddTeam > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another team by ann@example.com.
      * **Tags**: lid and rain
      * **Teams**: Night birds
    `,
  },
  {
    name: "an assigned alert",
    ...on("AssignOwnership", { owner: "bob@example.com" }),
    becomes: expected`
      AssignOwnership > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was assigned to **bob@example.com** by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "an alert that was taken over",
    ...on("TakeOwnership"),
    becomes: expected`
      TakeOwnership > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was taken over by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "an escalated alert",
    ...on("Escalate", { username: "System" }, { escalation: { id: "x", name: "Day birds" } }),
    becomes: expected`
      Escalate > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was escalated.
      * **Tags**: lid and rain
      * **Escalation**: Day birds
    `,
  },
  {
    name: "an escalated alert of an older webhook, with only its id",
    payload: {
      action: "Escalate",
      alert: { alertId: "052652ac" },
      escalationName: "Day birds",
      escalationNotify: { name: "ann@example.com", type: "default", entity: "user" },
      integrationName: "Nest alerts",
    },
    becomes: expected`
      Escalate > Nest alerts
      Alert [without a message](https://app.opsgenie.com/alert/detail/052652ac/details) was escalated.
      * **Escalation**: Day birds
    `,
  },
  {
    name: "an alert at its next step",
    ...on("EscalateNext", { username: "System" }),
    becomes: expected`
      EscalateNext > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was escalated to the next step.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "a snoozed alert",
    ...on("Snooze", { snoozedUntil: "2026-01-10 12:00" }),
    becomes: expected`
      Snooze > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was snoozed by ann@example.com.
      * **Tags**: lid and rain
      * **Snoozed until**: 2026-01-10 12:00
    `,
  },
  {
    name: "an alert that is no longer snoozed",
    ...on("SnoozeEnded", { username: "System" }),
    becomes: expected`
      SnoozeEnded > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) is no longer snoozed.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "another priority",
    ...on("UpdatePriority", { oldPriority: "P3" }),
    becomes: expected`
      UpdatePriority > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another priority by ann@example.com.
      * **Tags**: lid and rain
      * **Priority**: P3 → P1
    `,
  },
  {
    name: "another message",
    ...on("UpdateMessage", { oldMessage: "Lid" }),
    becomes: expected`
      UpdateMessage > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another message by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "another description",
    ...on("UpdateDescription", { oldDescription: "" }),
    becomes: expected`
      UpdateDescription > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given another description by ann@example.com.
      * **Tags**: lid and rain

      ~~~ quote
      Rain comes in.
      ~~~
    `,
  },
  {
    name: "new tags as older integrations tell them",
    ...on("AddTags", { tags: ["lid", "oil"], addedTags: "lid,oil" }),
    becomes: expected`
      AddTags > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) was given new tags by ann@example.com.
      * **New tags**: lid and oil
      * **Tags**: lid and oil
    `,
  },
  {
    name: "an action of one's own",
    ...on("TestAction"),
    becomes: expected`
      TestAction > Nest alerts
      Alert [#7 The lid is open](https://app.opsgenie.com/alert/detail/052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000/details) had the action **TestAction** run by ann@example.com.
      * **Tags**: lid and rain
    `,
  },
  {
    name: "an action without an alert",
    payload: { action: "TestAction", integrationName: "Nest alerts" },
    becomes: { unsupported: "TestAction" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
