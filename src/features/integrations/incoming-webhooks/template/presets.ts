import { type DeliverySample, jsonSample } from "../integration.ts";
import { rollbar } from "../services/monitoring/rollbar.ts";

/** Templates for services without an integration, based on their documented payloads. */
interface TemplatePreset {
  readonly name: string;
  readonly title: string;
  readonly topic: string;
  readonly content: string;
  readonly sample: DeliverySample;
}

const preset = (
  name: string,
  title: string,
  sample: DeliverySample,
  topic: string,
  ...content: readonly string[]
): TemplatePreset => ({ name, title, sample, topic, content: content.join("\n") });

export const presets: readonly TemplatePreset[] = [
  preset(
    "uptime-kuma",
    "Uptime Kuma",
    jsonSample({
      heartbeat: { status: 0, time: "2026-01-10 08:30:00", msg: "Timeout" },
      monitor: { name: "Nest", url: "https://nest.example.com" },
      msg: "[Nest] [Down] Timeout",
    }),
    `{{ monitor.name | default: "Uptime Kuma" }}`,
    `{% if heartbeat.status == 0 %}:cross_mark: {{ monitor.name | link: monitor.url }} is **down**{% elsif heartbeat.status == 1 %}:check: {{ monitor.name | link: monitor.url }} is **up**{% else %}{{ msg }}{% endif %}{% if heartbeat.msg %}: {{ heartbeat.msg }}{% endif %}`,
    `{% if heartbeat.ping %}Answered in {{ heartbeat.ping }} ms. {% endif %}{% if heartbeat.time %}{{ heartbeat.time | replace: " ", "T" | append: "Z" | time }}{% endif %}`,
  ),
  preset(
    "vercel",
    "Vercel",
    jsonSample({
      type: "deployment.succeeded",
      payload: {
        name: "nest",
        target: "production",
        links: { deployment: "https://vercel.com/birds/nest/1dc6aa69" },
        deployment: { url: "nest-1dc6aa69.vercel.app", meta: { githubCommitMessage: "Oil the lid" } },
      },
    }),
    `{{ payload.name | default: payload.project.name | default: "Vercel" }}`,
    `{% if type == "deployment.created" %}{{ "Deployment" | link: payload.links.deployment }} began{% elsif type == "deployment.succeeded" or type == "deployment.ready" %}:check: {{ "Deployment" | link: payload.links.deployment }} is ready{% elsif type == "deployment.error" %}:cross_mark: {{ "Deployment" | link: payload.links.deployment }} failed{% elsif type == "deployment.canceled" %}{{ "Deployment" | link: payload.links.deployment }} was canceled{% else %}{{ type }}{% endif %}{% if payload.target %} ({{ payload.target }}){% endif %}.`,
    `{% if payload.deployment.url %}https://{{ payload.deployment.url }}{% endif %}`,
    `{% if payload.deployment.meta.githubCommitMessage %}{{ payload.deployment.meta.githubCommitMessage | quote }}{% endif %}`,
  ),
  preset(
    "notion",
    "Notion",
    jsonSample({
      type: "page.properties_updated",
      timestamp: "2026-01-10T08:30:00Z",
      entity: { type: "page", id: "153104cd-477e-809d-8dc4-ff2d96ae3090" },
    }),
    `{{ type | default: "Notion" | replace: ".", " " | replace: "_", " " }}`,
    `{% if verification_token %}Token that Notion asks for: {{ verification_token | code }}{% elsif data.properties %}{{ "A page" | link: data.url }} was changed{% for name in data.properties | keys %}`,
    `* {{ name }}{% endfor %}{% else %}{{ type }}: {{ entity.type }} {{ entity.id | code }}{% endif %}`,
    `{% if timestamp %}{{ timestamp | time }}{% endif %}`,
  ),
  preset(
    "redmine",
    "Redmine",
    jsonSample({
      payload: {
        action: "updated",
        url: "https://redmine.example.com/issues/7",
        issue: {
          id: 7,
          subject: "The lid does not close",
          project: { name: "Nest" },
          status: { name: "New" },
          priority: { name: "High" },
          assignee: { login: "bob" },
        },
        journal: { author: { login: "ann" }, notes: "Since yesterday." },
      },
    }),
    `{{ payload.issue.project.name }} / issue #{{ payload.issue.id }} {{ payload.issue.subject }}`,
    `{{ payload.journal.author.login | default: payload.issue.author.login }} {{ payload.action }} {{ payload.issue.subject | link: payload.url }}.`,
    `* **Status**: {{ payload.issue.status.name }}`,
    `* **Priority**: {{ payload.issue.priority.name }}`,
    `{% if payload.issue.assignee.login %}* **Assignee**: {{ payload.issue.assignee.login }}`,
    `{% endif %}`,
    `{{ payload.journal.notes | default: payload.issue.description | quote }}`,
  ),
  preset(
    "openproject",
    "OpenProject",
    jsonSample({
      action: "work_package:created",
      work_package: {
        id: 7,
        subject: "The lid does not close",
        description: { raw: "Since yesterday." },
        dueDate: "2026-02-01",
        _embedded: {
          author: { name: "Ann" },
          type: { name: "Bug" },
          status: { name: "New" },
          assignee: { name: "Bob" },
          project: { name: "Nest" },
        },
      },
    }),
    `{{ work_package._embedded.project.name | default: "OpenProject" }}{% if work_package.id %} / #{{ work_package.id }} {{ work_package.subject }}{% endif %}`,
    `{% if action == "work_package:created" %}{{ work_package._embedded.author.name }} created{% elsif action == "work_package:updated" %}Changed:{% else %}{{ action }}{% endif %} {{ work_package._embedded.type.name }} **{{ work_package.subject }}**`,
    `* **Status**: {{ work_package._embedded.status.name }}`,
    `* **Assignee**: {{ work_package._embedded.assignee.name | default: "no one" }}`,
    `{% if work_package.dueDate %}* **Due**: {{ work_package.dueDate }}`,
    `{% endif %}`,
    `{{ work_package.description.raw | quote }}`,
  ),
  preset(
    "rollbar",
    "Rollbar",
    rollbar.sample,
    `{{ data.item.title | default: "Rollbar" }}`,
    `{{ event_name | replace: "_", " " | capitalize }}: {{ data.item.title | link: data.url }}`,
    `* **Environment**: {{ data.item.environment }}`,
    `* **Level**: {{ data.item.last_occurrence.level | default: data.occurrence.level }}`,
    `* **Occurrences**: {{ data.item.total_occurrences }}`,
    `{% if data.item.last_occurrence.body.trace.exception.message %}`,
    `{{ data.item.last_occurrence.body.trace.exception.message | block }}{% endif %}`,
  ),
  preset(
    "datadog",
    "Datadog",
    jsonSample({
      title: "The water is high",
      alert_transition: "Triggered",
      link: "https://app.datadoghq.com/event/event?id=7",
      hostname: "nest-1",
      priority: "P1",
      body: "Water is above 10 cm.",
    }),
    `{{ title | default: "Datadog" }}`,
    `{% if alert_transition == "Triggered" %}:cross_mark: {% elsif alert_transition == "Recovered" %}:check: {% endif %}{{ title | link: link }}{% if alert_transition %}: **{{ alert_transition }}**{% endif %}`,
    `{% if hostname %}* **Host**: {{ hostname }}`,
    `{% endif %}{% if priority %}* **Priority**: {{ priority }}`,
    `{% endif %}{{ body | quote }}`,
  ),
];

export const presetNamed = (name: string): TemplatePreset | undefined => presets.find((one) => one.name === name);
