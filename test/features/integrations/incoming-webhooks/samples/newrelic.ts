import { expected, type Sample } from "../sample.ts";

const issue = (state: string, more: object = {}) => ({
  payload: {
    id: "3c42d1c6-4bd4-4a4f-a0a5-0d6d8a5b7c11",
    issueUrl: "https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6",
    title: "Water is above 10 for 5 minutes on 'nest-1'",
    priority: "CRITICAL",
    impactedEntities: ["nest-1", "nest-2"],
    totalIncidents: 2,
    state,
    trigger: "INCIDENT_ADDED",
    isCorrelated: false,
    createdAt: 1_768_033_800_000,
    updatedAt: 1_768_034_000_000,
    sources: ["newrelic"],
    alertPolicyNames: ["Nests"],
    alertConditionNames: ["High water"],
    owner: "N/A",
    ...more,
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a new issue",
    ...issue("CREATED", { totalIncidents: 0 }),
    becomes: expected`
      CREATED > Water is above 10 for 5 minutes on 'nest-1'
      :cross_mark: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) was created.
      * **Priority**: critical
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Updated**: <time:2026-01-10T08:33:20Z>
      * **Policy**: Nests
      * **Condition**: High water
      * **Entities**: nest-1 and nest-2
      * **Trigger**: incident added
    `,
  },
  {
    name: "an active issue",
    ...issue("ACTIVATED"),
    becomes: expected`
      ACTIVATED > Water is above 10 for 5 minutes on 'nest-1'
      :cross_mark: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) is active.
      * **Priority**: critical
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Updated**: <time:2026-01-10T08:33:20Z>
      * **Incidents**: 2
      * **Policy**: Nests
      * **Condition**: High water
      * **Entities**: nest-1 and nest-2
      * **Trigger**: incident added
    `,
  },
  {
    name: "an acknowledged issue",
    ...issue("ACKNOWLEDGED", { owner: "Ann" }),
    becomes: expected`
      ACKNOWLEDGED > Water is above 10 for 5 minutes on 'nest-1'
      Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) was acknowledged.
      * **Priority**: critical
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Updated**: <time:2026-01-10T08:33:20Z>
      * **Incidents**: 2
      * **Policy**: Nests
      * **Condition**: High water
      * **Entities**: nest-1 and nest-2
      * **Trigger**: incident added
      * **Owner**: Ann
    `,
  },
  {
    name: "an issue that is no longer active",
    ...issue("DEACTIVATED"),
    becomes: expected`
      DEACTIVATED > Water is above 10 for 5 minutes on 'nest-1'
      :check: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) is no longer active.
      * **Priority**: critical
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Updated**: <time:2026-01-10T08:33:20Z>
      * **Incidents**: 2
      * **Policy**: Nests
      * **Condition**: High water
      * **Entities**: nest-1 and nest-2
      * **Trigger**: incident added
    `,
  },
  {
    name: "a closed issue",
    ...issue("CLOSED", { trigger: "INCIDENT_CLOSED" }),
    becomes: expected`
      CLOSED > Water is above 10 for 5 minutes on 'nest-1'
      :check: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) was closed.
      * **Priority**: critical
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Updated**: <time:2026-01-10T08:33:20Z>
      * **Incidents**: 2
      * **Policy**: Nests
      * **Condition**: High water
      * **Entities**: nest-1 and nest-2
      * **Trigger**: incident closed
    `,
  },
  {
    name: "an issue with fields of one's own",
    ...issue("ACTIVATED", {
      workflowName: "Night watch",
      zulipCustomFields: {
        Nest: "nest-1",
        floods: true,
        "Custom list": ["SSD", 2000, false, null, 13.33, {}],
        empty: null,
        odd: {},
        level: 12,
      },
    }),
    becomes: expected`
      ACTIVATED > Water is above 10 for 5 minutes on 'nest-1'
      :cross_mark: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) is active.
      * **Priority**: critical
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Updated**: <time:2026-01-10T08:33:20Z>
      * **Incidents**: 2
      * **Policy**: Nests
      * **Condition**: High water
      * **Entities**: nest-1 and nest-2
      * **Trigger**: incident added
      * **Workflow**: Night watch
      * **Nest**: nest-1
      * **floods**: true
      * **Custom list**: SSD, 2000, false and 13.33
      * **level**: 12
    `,
  },
  {
    name: "an issue without a title",
    payload: {
      id: "3c42d1c6",
      issueUrl: "https://alerts.newrelic.com/accounts/1/incidents/1234",
      details: "The water is high.",
      alertPolicyNames: ["Nests"],
      condition_name: "High water",
      createdAt: 1_768_033_800_000,
      state: "activated",
      owner: "",
    },
    becomes: expected`
      ACTIVATED > High water
      :cross_mark: Issue [High water](https://alerts.newrelic.com/accounts/1/incidents/1234) is active.
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Policy**: Nests
      * **Condition**: High water

      ~~~ quote
      The water is high.
      ~~~
    `,
  },
  {
    name: "an incident, as older channels tell it",
    payload: {
      incident_id: 1234,
      incident_url: "https://alerts.newrelic.com/accounts/1/incidents/1234",
      policy_name: "Nests",
      condition_name: "High water",
      details: "The water is high.",
      duration: 65_000,
      timestamp: 1_768_033_800_000,
      current_state: "open",
      owner: "Ann",
    },
    becomes: expected`
      CREATED > High water
      :cross_mark: Issue [High water](https://alerts.newrelic.com/accounts/1/incidents/1234) was created.
      * **Opened**: <time:2026-01-10T08:30:00Z>
      * **Policy**: Nests
      * **Condition**: High water
      * **Owner**: Ann

      ~~~ quote
      The water is high.
      ~~~
    `,
  },
  {
    name: "an issue whose fields have other names",
    payload: {
      link: "https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6",
      what: "Water is above 10",
      how_bad: "CRITICAL",
      count: 1,
      since: 1_768_033_800_000,
      policies: ["Nests", "Boxes"],
    },
    becomes: expected`
      > New Relic
      An issue with fields that are not the usual ones:
      * **link**: https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6
      * **what**: Water is above 10
      * **how bad**: CRITICAL
      * **count**: 1
      * **since**: 1768033800000
      * **policies**: Nests and Boxes
    `,
  },
  {
    name: "a time in seconds",
    ...issue("CREATED", { createdAt: 1_768_033_800 }),
    becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" },
  },
  { name: "a state that is not known", ...issue("MERGED"), becomes: { unsupported: "MERGED" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
