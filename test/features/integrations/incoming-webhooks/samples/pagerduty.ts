import { expected, type Sample } from "../sample.ts";

const ann = {
  type: "user_reference",
  id: "PANN001",
  summary: "Ann",
  html_url: "https://birds.pagerduty.com/users/PANN001",
};
const bob = {
  type: "user_reference",
  id: "PBOB002",
  summary: "Bob",
  html_url: "https://birds.pagerduty.com/users/PBOB002",
};
const service = {
  type: "service_reference",
  id: "PNEST01",
  summary: "Nest",
  html_url: "https://birds.pagerduty.com/services/PNEST01",
};
const incident = {
  id: "PINC007",
  type: "incident",
  html_url: "https://birds.pagerduty.com/incidents/PINC007",
  number: 7,
  status: "triggered",
  incident_key: "nest/lid",
  title: "The lid is open",
  service,
  assignees: [bob],
  escalation_policy: {
    type: "escalation_policy_reference",
    id: "PESC001",
    summary: "Day birds",
    html_url: "https://birds.pagerduty.com/escalation_policies/PESC001",
  },
  teams: [],
  priority: { type: "priority_reference", id: "PPRI001", summary: "P1" },
  urgency: "high",
};
const reference = {
  type: "incident_reference",
  id: "PINC007",
  summary: "The lid is open",
  html_url: incident.html_url,
};
const v3 = (event_type: string, data: object = incident, agent: object | null = ann) => ({
  payload: {
    event: {
      id: "01BWEGVB11PG9FGHXY3AVTUS0O",
      event_type,
      resource_type: "incident",
      occurred_at: "2026-01-10T08:30:00.000Z",
      agent,
      client: null,
      data,
    },
  },
});
const v2 = (event: string, more: object = {}) => ({
  payload: {
    messages: [
      {
        event,
        log_entries: [
          {
            agent: { type: "user_reference", summary: "Ann", html_url: ann.html_url },
            channel: { summary: "Oil is on its way" },
          },
        ],
        incident: {
          incident_number: 7,
          title: "The lid is open",
          description: "The lid is open",
          html_url: incident.html_url,
          status: "triggered",
          urgency: "high",
          service: { name: "Nest", summary: "Nest", html_url: service.html_url },
          assignments: [{ at: "2026-01-10T08:30:00Z", assignee: bob }],
          ...more,
        },
      },
    ],
  },
});
const v1 = (type: string, more: object = {}) => ({
  type,
  data: {
    incident: {
      incident_number: 7,
      incident_key: "nest/lid",
      html_url: incident.html_url,
      status: "triggered",
      service: { name: "Nest", html_url: service.html_url },
      assigned_to_user: { name: "Bob", email: "bob@example.com", html_url: bob.html_url },
      trigger_summary_data: { subject: "The lid is open", description: "Rain comes in." },
      ...more,
    },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a triggered incident",
    ...v3("incident.triggered", incident, null),
    becomes: expected`
      triggered > Incident The lid is open (#7)
      :cross_mark: Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was triggered.
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
      * **Priority**: P1
      * **Urgency**: high
      * **Assignee**: [Bob](https://birds.pagerduty.com/users/PBOB002)
      * **Escalation policy**: [Day birds](https://birds.pagerduty.com/escalation_policies/PESC001)
    `,
  },
  {
    name: "an acknowledged incident",
    ...v3("incident.acknowledged"),
    becomes: expected`
      acknowledged > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was acknowledged by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "an incident that is no longer acknowledged",
    ...v3("incident.unacknowledged"),
    becomes: expected`
      unacknowledged > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was unacknowledged by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "a resolved incident",
    ...v3("incident.resolved"),
    becomes: expected`
      resolved > Incident The lid is open (#7)
      :check: Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was resolved by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "a reopened incident",
    ...v3("incident.reopened"),
    becomes: expected`
      reopened > Incident The lid is open (#7)
      :cross_mark: Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was reopened by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "a reassigned incident",
    ...v3("incident.reassigned"),
    becomes: expected`
      reassigned > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was reassigned to [Bob](https://birds.pagerduty.com/users/PBOB002) by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "an escalated incident",
    ...v3("incident.escalated", incident, null),
    becomes: expected`
      escalated > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was escalated to [Bob](https://birds.pagerduty.com/users/PBOB002).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "a delegated incident",
    ...v3("incident.delegated"),
    becomes: expected`
      delegated > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was delegated to [Bob](https://birds.pagerduty.com/users/PBOB002) by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "another priority",
    ...v3("incident.priority_updated"),
    becomes: expected`
      priority_updated > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was given another priority by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
      * **Priority**: P1
    `,
  },
  {
    name: "a note",
    ...v3("incident.annotated", {
      id: "P1",
      type: "incident_note",
      content: "Oil is on its way.",
      incident: reference,
    }),
    becomes: expected`
      annotated > Incident The lid is open
      Incident [The lid is open](https://birds.pagerduty.com/incidents/PINC007) has a new note by [Ann](https://birds.pagerduty.com/users/PANN001).

      ~~~ quote
      Oil is on its way.
      ~~~
    `,
  },
  {
    name: "a status update",
    ...v3("incident.status_update_published", {
      type: "incident_status_update",
      message: "We oil the lid.",
      incident: reference,
    }),
    becomes: expected`
      status_update_published > Incident The lid is open
      Incident [The lid is open](https://birds.pagerduty.com/incidents/PINC007) has a status update by [Ann](https://birds.pagerduty.com/users/PANN001).

      ~~~ quote
      We oil the lid.
      ~~~
    `,
  },
  {
    name: "a responder",
    ...v3("incident.responder.added", {
      type: "incident_responder",
      incident: reference,
      user: bob,
      message: "Please help.",
      state: "pending",
    }),
    becomes: expected`
      responder.added > Incident The lid is open
      Incident [The lid is open](https://birds.pagerduty.com/incidents/PINC007) has another responder: [Bob](https://birds.pagerduty.com/users/PBOB002) (pending).

      ~~~ quote
      Please help.
      ~~~
    `,
  },
  {
    name: "an answer of a responder",
    ...v3("incident.responder.replied", {
      type: "incident_responder",
      incident: reference,
      user: bob,
      message: "",
      state: "accepted",
    }),
    becomes: expected`
      responder.replied > Incident The lid is open
      Incident [The lid is open](https://birds.pagerduty.com/incidents/PINC007) has an answer of [Bob](https://birds.pagerduty.com/users/PBOB002) (accepted).
    `,
  },
  {
    name: "a new service",
    ...v3("service.created", service),
    becomes: expected`
      service.created > Service Nest
      Service [Nest](https://birds.pagerduty.com/services/PNEST01) was created by [Ann](https://birds.pagerduty.com/users/PANN001).
    `,
  },
  {
    name: "a changed service",
    ...v3("service.updated", service, null),
    becomes: expected`
      service.updated > Service Nest
      Service [Nest](https://birds.pagerduty.com/services/PNEST01) was updated.
    `,
  },
  {
    name: "a deleted service",
    ...v3("service.deleted", service),
    becomes: expected`
      service.deleted > Service Nest
      Service [Nest](https://birds.pagerduty.com/services/PNEST01) was deleted by [Ann](https://birds.pagerduty.com/users/PANN001).
    `,
  },
  {
    name: "a test",
    ...v3("pagey.ping", { message: "Hello from your friend Pagey!", type: "ping" }, null),
    becomes: expected`
      > PagerDuty
      PagerDuty webhook has been successfully configured.
    `,
  },
  {
    name: "V2: a triggered incident",
    ...v2("incident.trigger"),
    becomes: expected`
      triggered > Incident The lid is open (#7)
      :cross_mark: Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was triggered.
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
      * **Urgency**: high
      * **Assignee**: [Bob](https://birds.pagerduty.com/users/PBOB002)
    `,
  },
  {
    name: "V2: an assigned incident",
    ...v2("incident.assign"),
    becomes: expected`
      assigned > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was assigned to [Bob](https://birds.pagerduty.com/users/PBOB002) by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)
    `,
  },
  {
    name: "V2: a note",
    ...v2("incident.annotate"),
    becomes: expected`
      annotated > Incident The lid is open (#7)
      Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) has a new note by [Ann](https://birds.pagerduty.com/users/PANN001).
      * **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)

      ~~~ quote
      Oil is on its way
      ~~~
    `,
  },
  {
    name: "V1: two messages",
    payload: {
      messages: [
        v1("incident.trigger"),
        v1("incident.unknown"),
        v1("incident.resolve", { resolved_by_user: { name: "Ann", html_url: ann.html_url }, status: "resolved" }),
      ],
    },
    becomes: [
      {
        event: "triggered",
        topic: "Incident The lid is open (#7)",
        content:
          ":cross_mark: Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was triggered.\n* **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)\n* **Assignee**: [Bob](https://birds.pagerduty.com/users/PBOB002)\n\n~~~ quote\nRain comes in.\n~~~",
      },
      {
        event: "resolved",
        topic: "Incident The lid is open (#7)",
        content:
          ":check: Incident [The lid is open (#7)](https://birds.pagerduty.com/incidents/PINC007) was resolved by [Ann](https://birds.pagerduty.com/users/PANN001).\n* **Service**: [Nest](https://birds.pagerduty.com/services/PNEST01)",
      },
    ],
  },
  {
    name: "an event that is not known",
    ...v3("incident.workflow.started"),
    becomes: { unsupported: "incident.workflow.started" },
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
