import { type DeliverySample, form, json } from "./delivery-sample.ts";

/** Monitoring: a delivery of each. */
export const monitoringSamples: Readonly<Record<string, DeliverySample>> = {
  airbyte: json({
    data: {
      workspace: { name: "Birds", url: "https://cloud.airbyte.com/birds" },
      connection: { name: "Nests", url: "https://cloud.airbyte.com/nests" },
      source: { name: "PostgreSQL", url: "https://cloud.airbyte.com/postgresql" },
      destination: { name: "BigQuery", url: "https://cloud.airbyte.com/bigquery" },
      success: false,
      recordsEmitted: 89,
      recordsCommitted: 45,
      bytesEmittedFormatted: "1000 B",
      bytesCommittedFormatted: "90 B",
      durationFormatted: "1 hours 0 min",
      errorMessage: "Connection timeout",
    },
  }),
  alertmanager: json({
    alerts: [
      {
        labels: { alertname: "High water", instance: "nest-1:9100", severity: "critical" },
        annotations: { summary: "The water is high", runbook_url: "https://docs.example.com/water" },
        startsAt: "2026-01-10T08:30:00.000Z",
        generatorURL: "https://prometheus.example.com/graph?g0.expr=water+%3E+10",
      },
    ],
  }),
  freshping: json({
    webhook_event_data: {
      check_state_name: "Reporting Error",
      application_name: "Nests",
      check_name: "Nest",
      http_status_code: 521,
      request_url: "https://nest.example.com",
      request_start_time: "2026-01-10T08:30:00+00:00",
      response_time: 635,
    },
  }),
  grafana: json({
    evalMatches: [{ value: 12.5, metric: "Water" }],
    message: "The water is high.",
    ruleName: "High water",
    ruleUrl: "https://grafana.example.com/d/nest?tab=alert",
    state: "alerting",
    title: "[Alerting] High water",
  }),
  newrelic: json({
    issueUrl: "https://radar-api.service.newrelic.com/accounts/1/issues/3c42d1c6",
    title: "Water is above 10 for 5 minutes on 'nest-1'",
    priority: "CRITICAL",
    impactedEntities: ["nest-1", "nest-2"],
    state: "CREATED",
    trigger: "INCIDENT_ADDED",
    createdAt: 1768033800000,
    updatedAt: 1768034000000,
    alertPolicyNames: ["Nests"],
    alertConditionNames: ["High water"],
  }),
  opsgenie: json({
    action: "Create",
    alert: {
      alertId: "052652ac-5d1c-464a-812a-7dd18bbfba8c-1767950000",
      message: "The lid is open",
      tags: ["lid", "rain"],
      tinyId: "7",
      entity: "nest-1",
      priority: "P1",
      description: "Rain comes in.",
      source: "web",
      team: "Day birds",
    },
    integrationName: "Nest alerts",
  }),
  pagerduty: json({
    event: {
      event_type: "incident.triggered",
      data: {
        html_url: "https://birds.pagerduty.com/incidents/PINC007",
        number: 7,
        title: "The lid is open",
        service: { summary: "Nest", html_url: "https://birds.pagerduty.com/services/PNEST01" },
        assignees: [{ summary: "Bob", html_url: "https://birds.pagerduty.com/users/PBOB002" }],
        escalation_policy: {
          summary: "Day birds",
          html_url: "https://birds.pagerduty.com/escalation_policies/PESC001",
        },
        priority: { summary: "P1" },
        urgency: "high",
      },
    },
  }),
  papertrail: form({
    payload: JSON.stringify({
      events: [
        {
          received_at: "2026-01-10T08:30:00Z",
          source_name: "nest-1",
          program: "CROND",
          message: "The lid is open",
        },
      ],
      saved_search: { name: "Lids", query: "lid OR oil", html_search_url: "https://papertrailapp.com/searches/42" },
    }),
  }),
  pingdom: json({
    check_name: "Nest",
    check_type: "HTTP",
    check_params: { hostname: "nest.example.com", full_url: "https://nest.example.com/lid" },
    previous_state: "UP",
    current_state: "DOWN",
    importance_level: "HIGH",
    state_changed_utc_time: "2026-01-10T08:30:00",
    long_description: "Timeout (> 30s)",
    first_probe: { location: "Stockholm, Sweden" },
    second_probe: { location: "Austin, US" },
  }),
  raygun: json({
    event: "error_notification",
    eventType: "NewErrorOccurred",
    error: {
      url: "https://app.raygun.com/error/7",
      message: "The lid is open",
      firstOccurredOn: "2026-01-10T08:30:00Z",
      lastOccurredOn: "2026-01-10T08:30:00Z",
      usersAffected: 1,
      totalOccurrences: 3,
      instance: { tags: ["lid"] },
    },
    application: { name: "Nest", url: "https://app.raygun.com/dashboard/nest" },
  }),
  rollbar: json({
    event_name: "new_item",
    data: {
      url: "https://rollbar.com/birds/nest/items/7/",
      item: {
        title: "TypeError: lid is None",
        environment: "production",
        total_occurrences: 1,
        last_occurrence: { level: "error", body: { trace: { exception: { message: "lid is None" } } } },
      },
    },
  }),
  sentry: json({
    action: "created",
    data: {
      issue: {
        title: "TypeError: lid is None",
        web_url: "https://sentry.io/organizations/birds/issues/1/",
        level: "error",
        culprit: "nest.close",
        count: "3",
        firstSeen: "2026-01-10T08:30:00.000000Z",
        project: { slug: "nest" },
        assignedTo: { name: "Bob" },
      },
    },
  }),
  splunk: json({
    search_name: "Open lids",
    results_link: "http://splunk.example.com:8000/app/search/search?q=%7Cloadjob%20lids",
    app: "search",
    owner: "ann",
    result: {
      host: "nest-1",
      source: "/var/log/lid.log",
      _raw: "Jan 10 08:30:00 nest-1 lid: open",
      _time: "1768033800",
    },
  }),
  statuspage: json({
    incident: {
      impact: "major",
      name: "The lid does not close",
      status: "identified",
      shortlink: "https://stspg.io/x1",
      incident_updates: [
        {
          body: "The oil is gone.",
          affected_components: [{ name: "Lid", old_status: "operational", new_status: "major_outage" }],
        },
      ],
    },
  }),
  uptimerobot: json({
    monitor_url: "https://nest.example.com",
    monitor_friendly_name: "Nest",
    alert_type_friendly_name: "Down",
    alert_details: "Connection timeout",
    alert_datetime: "1768033800",
  }),
  zabbix: json({
    hostname: "nest-1.example.com",
    severity: "High",
    status: "PROBLEM",
    item: "Water level (water.level): 12 cm",
    trigger: "The water is high",
    link: "https://zabbix.example.com/tr_events.php?triggerid=1&eventid=2",
  }),
};
