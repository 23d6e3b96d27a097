import type { Sample } from "../sample.ts";

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
    becomes: [
      {
        event: "CREATED",
        topic: "Water is above 10 for 5 minutes on 'nest-1'",
        content:
          ":cross_mark: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) was created.\n* **Priority**: critical\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Updated**: <time:2026-01-10T08:33:20Z>\n* **Policy**: Nests\n* **Condition**: High water\n* **Entities**: nest-1 and nest-2\n* **Trigger**: incident added",
      },
    ],
  },
  {
    name: "an active issue",
    ...issue("ACTIVATED"),
    becomes: [
      {
        event: "ACTIVATED",
        topic: "Water is above 10 for 5 minutes on 'nest-1'",
        content:
          ":cross_mark: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) is active.\n* **Priority**: critical\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Updated**: <time:2026-01-10T08:33:20Z>\n* **Incidents**: 2\n* **Policy**: Nests\n* **Condition**: High water\n* **Entities**: nest-1 and nest-2\n* **Trigger**: incident added",
      },
    ],
  },
  {
    name: "an acknowledged issue",
    ...issue("ACKNOWLEDGED", { owner: "Ann" }),
    becomes: [
      {
        event: "ACKNOWLEDGED",
        topic: "Water is above 10 for 5 minutes on 'nest-1'",
        content:
          "Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) was acknowledged.\n* **Priority**: critical\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Updated**: <time:2026-01-10T08:33:20Z>\n* **Incidents**: 2\n* **Policy**: Nests\n* **Condition**: High water\n* **Entities**: nest-1 and nest-2\n* **Trigger**: incident added\n* **Owner**: Ann",
      },
    ],
  },
  {
    name: "an issue that is no longer active",
    ...issue("DEACTIVATED"),
    becomes: [
      {
        event: "DEACTIVATED",
        topic: "Water is above 10 for 5 minutes on 'nest-1'",
        content:
          ":check: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) is no longer active.\n* **Priority**: critical\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Updated**: <time:2026-01-10T08:33:20Z>\n* **Incidents**: 2\n* **Policy**: Nests\n* **Condition**: High water\n* **Entities**: nest-1 and nest-2\n* **Trigger**: incident added",
      },
    ],
  },
  {
    name: "a closed issue",
    ...issue("CLOSED", { trigger: "INCIDENT_CLOSED" }),
    becomes: [
      {
        event: "CLOSED",
        topic: "Water is above 10 for 5 minutes on 'nest-1'",
        content:
          ":check: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) was closed.\n* **Priority**: critical\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Updated**: <time:2026-01-10T08:33:20Z>\n* **Incidents**: 2\n* **Policy**: Nests\n* **Condition**: High water\n* **Entities**: nest-1 and nest-2\n* **Trigger**: incident closed",
      },
    ],
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
    becomes: [
      {
        event: "ACTIVATED",
        topic: "Water is above 10 for 5 minutes on 'nest-1'",
        content:
          ":cross_mark: Issue [Water is above 10 for 5 minutes on 'nest-1'](https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6) is active.\n* **Priority**: critical\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Updated**: <time:2026-01-10T08:33:20Z>\n* **Incidents**: 2\n* **Policy**: Nests\n* **Condition**: High water\n* **Entities**: nest-1 and nest-2\n* **Trigger**: incident added\n* **Workflow**: Night watch\n* **Nest**: nest-1\n* **floods**: true\n* **Custom list**: SSD, 2000, false and 13.33\n* **level**: 12",
      },
    ],
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
    becomes: [
      {
        event: "ACTIVATED",
        topic: "High water",
        content:
          ":cross_mark: Issue [High water](https://alerts.newrelic.com/accounts/1/incidents/1234) is active.\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Policy**: Nests\n* **Condition**: High water\n\n~~~ quote\nThe water is high.\n~~~",
      },
    ],
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
    becomes: [
      {
        event: "CREATED",
        topic: "High water",
        content:
          ":cross_mark: Issue [High water](https://alerts.newrelic.com/accounts/1/incidents/1234) was created.\n* **Opened**: <time:2026-01-10T08:30:00Z>\n* **Policy**: Nests\n* **Condition**: High water\n* **Owner**: Ann\n\n~~~ quote\nThe water is high.\n~~~",
      },
    ],
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
    becomes: [
      {
        topic: "New Relic",
        content:
          "An issue with fields that are not the usual ones:\n* **link**: https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6\n* **what**: Water is above 10\n* **how bad**: CRITICAL\n* **count**: 1\n* **since**: 1768033800000\n* **policies**: Nests and Boxes",
      },
    ],
  },
  {
    name: "a time in seconds",
    ...issue("CREATED", { createdAt: 1_768_033_800 }),
    becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" },
  },
  { name: "a state that is not known", ...issue("MERGED"), becomes: { unsupported: "MERGED" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
