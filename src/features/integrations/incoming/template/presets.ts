/** Templates for services that have no integration of their own: what they send, as their documentation has it. */
interface TemplatePreset {
  readonly name: string;
  readonly title: string;
  readonly topic: string;
  readonly content: string;
}

const preset = (name: string, title: string, topic: string, ...content: readonly string[]): TemplatePreset => ({
  name,
  title,
  topic,
  content: content.join("\n"),
});

export const presets: readonly TemplatePreset[] = [
  preset(
    "uptime-kuma",
    "Uptime Kuma",
    `{{ monitor.name | default: "Uptime Kuma" }}`,
    `{% if heartbeat.status == 0 %}:cross_mark: {{ monitor.name | link: monitor.url }} is **down**{% elsif heartbeat.status == 1 %}:check: {{ monitor.name | link: monitor.url }} is **up**{% else %}{{ msg }}{% endif %}{% if heartbeat.msg %}: {{ heartbeat.msg }}{% endif %}`,
    `{% if heartbeat.ping %}Answered in {{ heartbeat.ping }} ms. {% endif %}{% if heartbeat.time %}{{ heartbeat.time | replace: " ", "T" | append: "Z" | time }}{% endif %}`,
  ),
  preset(
    "vercel",
    "Vercel",
    `{{ payload.name | default: payload.project.name | default: "Vercel" }}`,
    `{% if type == "deployment.created" %}{{ "Deployment" | link: payload.links.deployment }} began{% elsif type == "deployment.succeeded" or type == "deployment.ready" %}:check: {{ "Deployment" | link: payload.links.deployment }} is ready{% elsif type == "deployment.error" %}:cross_mark: {{ "Deployment" | link: payload.links.deployment }} failed{% elsif type == "deployment.canceled" %}{{ "Deployment" | link: payload.links.deployment }} was cancelled{% else %}{{ type }}{% endif %}{% if payload.target %} ({{ payload.target }}){% endif %}.`,
    `{% if payload.deployment.url %}https://{{ payload.deployment.url }}{% endif %}`,
    `{% if payload.deployment.meta.githubCommitMessage %}{{ payload.deployment.meta.githubCommitMessage | quote }}{% endif %}`,
  ),
  preset(
    "notion",
    "Notion",
    `{{ type | default: "Notion" | replace: ".", " " | replace: "_", " " }}`,
    `{% if verification_token %}Token that Notion asks for: {{ verification_token | code }}{% elsif data.properties %}{{ "A page" | link: data.url }} was changed{% for name in data.properties | keys %}`,
    `* {{ name }}{% endfor %}{% else %}{{ type }}: {{ entity.type }} {{ entity.id | code }}{% endif %}`,
    `{% if timestamp %}{{ timestamp | time }}{% endif %}`,
  ),
  preset(
    "redmine",
    "Redmine",
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
    `{{ work_package._embedded.project.name | default: "OpenProject" }}{% if work_package.id %} / #{{ work_package.id }} {{ work_package.subject }}{% endif %}`,
    `{% if action == "work_package:created" %}{{ work_package._embedded.author.name }} created{% elsif action == "work_package:updated" %}Changed:{% else %}{{ action }}{% endif %} {{ work_package._embedded.type.name }} **{{ work_package.subject }}**`,
    `* **Status**: {{ work_package._embedded.status.name }}`,
    `* **Assignee**: {{ work_package._embedded.assignee.name | default: "nobody" }}`,
    `{% if work_package.dueDate %}* **Due**: {{ work_package.dueDate }}`,
    `{% endif %}`,
    `{{ work_package.description.raw | quote }}`,
  ),
  preset(
    "rollbar",
    "Rollbar",
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
    `{{ title | default: "Datadog" }}`,
    `{% if alert_transition == "Triggered" %}:cross_mark: {% elsif alert_transition == "Recovered" %}:check: {% endif %}{{ title | link: link }}{% if alert_transition %}: **{{ alert_transition }}**{% endif %}`,
    `{% if hostname %}* **Host**: {{ hostname }}`,
    `{% endif %}{% if priority %}* **Priority**: {{ priority }}`,
    `{% endif %}{{ body | quote }}`,
  ),
];

export const presetNamed = (name: string): TemplatePreset | undefined => presets.find((one) => one.name === name);
