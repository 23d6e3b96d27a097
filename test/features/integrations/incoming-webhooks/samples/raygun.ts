import { expected, type Sample } from "../sample.ts";

const event = (name: string, eventType: string, error: object) => ({
  payload: {
    event: name,
    eventType,
    error: { url: "https://app.raygun.com/error/7", message: "The lid is open", ...error },
    application: { name: "Nest", url: "https://app.raygun.com/dashboard/nest" },
  },
});
const seen = {
  firstOccurredOn: "2026-01-09T08:30:00Z",
  lastOccurredOn: "2026-01-10T08:30:00",
  usersAffected: 1,
  totalOccurrences: 3,
};
const instance = {
  tags: ["lid", "v1.0.1"],
  affectedUser: { Identifier: "a9b7d84a", IsAnonymous: true, UUID: "a9b7d84a-c0d3" },
  customData: { page: "Nest", signedIn: true, more: { a: 1 } },
};
const done = { activityDate: "2026-01-10T08:30:00Z", user: "Ann" };

export const samples: readonly Sample[] = [
  {
    name: "a new error",
    ...event("error_notification", "NewErrorOccurred", { ...seen, instance }),
    becomes: expected`
      error_notification > The lid is open
      New error: [The lid is open](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest)
      * **Occurrences**: 3, 1 user affected
      * **First occurred**: <time:2026-01-09T08:30:00Z>
      * **Last occurred**: <time:2026-01-10T08:30:00Z>
      * **Tags**: \`lid\` and \`v1.0.1\`
      * **Affected user**: \`a9b7d84a\`
      * \`page\`: \`Nest\`
      * \`signedIn\`: \`true\`
      * \`more\`: \`{"a":1}\`
    `,
  },
  {
    name: "an error that is back, without a message",
    ...event("error_notification", "ErrorReoccurred", {
      ...seen,
      message: "",
      instance: { tags: null, affectedUser: null, customData: null },
    }),
    becomes: expected`
      error_notification > Nest
      An error is back: [an error](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest)
      * **Occurrences**: 3, 1 user affected
      * **First occurred**: <time:2026-01-09T08:30:00Z>
      * **Last occurred**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "an error after an hour",
    ...event("error_notification", "HourlyFollowUp", seen),
    becomes: expected`
      error_notification > The lid is open
      In the last hour: [The lid is open](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest)
      * **Occurrences**: 3, 1 user affected
      * **First occurred**: <time:2026-01-09T08:30:00Z>
      * **Last occurred**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "an error after some time",
    ...event("error_notification", "TwoMinuteFollowUp", seen),
    becomes: expected`
      error_notification > The lid is open
      Later: [The lid is open](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest)
      * **Occurrences**: 3, 1 user affected
      * **First occurred**: <time:2026-01-09T08:30:00Z>
      * **Last occurred**: <time:2026-01-10T08:30:00Z>
    `,
  },
  {
    name: "a comment",
    ...event("error_activity", "CommentAdded", { ...done, comment: "Ignoring these" }),
    becomes: expected`
      error_activity > The lid is open
      Ann commented on [The lid is open](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest):

      ~~~ quote
      Ignoring these
      ~~~
    `,
  },
  {
    name: "an error that is assigned",
    ...event("error_activity", "AssignedToUser", { ...done, assignedTo: "Bob" }),
    becomes: expected`
      error_activity > The lid is open
      Ann assigned [The lid is open](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest) to **Bob**.
    `,
  },
  {
    name: "an error that is ignored",
    ...event("error_activity", "StatusChanged", { ...done, status: "Ignored" }),
    becomes: expected`
      error_activity > The lid is open
      Ann changed the status of [The lid is open](https://app.raygun.com/error/7) in [Nest](https://app.raygun.com/dashboard/nest) to **Ignored**.
    `,
  },
  {
    name: "an activity that is not known",
    ...event("error_activity", "Danced", done),
    becomes: { unsupported: "Danced" },
  },
  {
    name: "a notification that is not known",
    ...event("error_notification", "Danced", seen),
    becomes: { unsupported: "Danced" },
  },
  {
    name: "an event that is not known",
    ...event("error_dance", "Danced", {}),
    becomes: { unsupported: "error_dance" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
