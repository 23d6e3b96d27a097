import { catalog } from "../../catalog.ts";

/** Each service's events, and where to set up its webhooks. Unlisted services get a general description. */
export const servicesWords = catalog("services", {
  airbyte: {
    about: "Syncs that succeed and fail",
    where: "In the workspace's settings, under Notifications, enter the webhook URL as a webhook.",
  },
  alertmanager: {
    about: "Alerts of Prometheus that fire and end",
    where: "In alertmanager.yml, add a receiver with webhook_configs, and route alerts to it.",
  },
  ansibletower: {
    about: "Jobs that start, succeed and fail",
    where: "In Ansible Tower or AWX, add a notification of type Webhook, and switch it on for your templates.",
  },
  appveyor: {
    about: "Builds that succeed and fail",
    where: "In the project's settings, under Notifications, add one of type Webhook.",
  },
  azuredevops: {
    about: "Pushes and pull requests of Azure Repos",
    where: "In the project's settings, under Service hooks, add a subscription of type Web Hooks.",
  },
  basecamp: {
    about: "Documents, messages, questions and to-dos",
    where: "In the project's settings, under Webhooks, add a webhook.",
  },
  bitbucket2: {
    about: "Pushes, pull requests and issues",
    where: "In the repository's settings, under Webhooks, add a webhook.",
  },
  bitbucket3: {
    about: "Pushes and pull requests of your own server",
    where: "In the repository's settings, under Webhooks, create a webhook.",
  },
  buildbot: {
    about: "Builds that start and end",
    where: "In master.cfg, add an HttpStatusPush reporter with the webhook URL.",
  },
  circleci: {
    about: "Jobs and workflows that are completed",
    where: "In the project's settings, under Webhooks, add a webhook.",
  },
  datadog: {
    about: "Monitors that alert and recover",
    where:
      "In Datadog's integrations, add a webhook whose payload has title, body, link, hostname, priority and alert_transition.",
  },
  dropbox: {
    about: "Changed files",
    where: "In the App Console of Dropbox, under Webhooks of your app, add the webhook URL.",
  },
  forgejo: {
    about: "Pushes, pull requests, issues and releases",
    where: "In the repository's settings, under Webhooks, add a webhook of type Forgejo.",
  },
  freshdesk: {
    about: "New and changed tickets",
    where:
      "In an automation rule, trigger a webhook: POST, JSON, with the ticket's fields in an object named freshdesk_webhook.",
  },
  freshping: {
    about: "Checks that go down and up",
    where: "In Freshping's settings, under Integrations, add a webhook.",
  },
  front: {
    about: "Conversations, their comments and who handles them",
    where: "In Front's settings, switch on the Webhooks integration, and use it in a rule.",
  },
  gitea: {
    about: "Pushes, pull requests, issues and releases",
    where: "In the repository's settings, under Webhooks, add a webhook of type Gitea.",
  },
  github: {
    about: "Pushes, pull requests, issues, releases and more",
    where: "In the settings of the repository or organization, under Webhooks, add a webhook.",
  },
  githubsponsors: {
    about: "New and changed sponsorships",
    where: "On your sponsors dashboard, under Webhooks, add a webhook.",
  },
  gitlab: {
    about: "Pushes, merge requests, issues, pipelines and more",
    where: "In the settings of the project or group, under Webhooks, add a webhook.",
  },
  gocd: {
    about: "Stages that start, pass and fail",
    where: "Install Sentry's plugin GoCD WebHook Notification, and enter the webhook URL as its WebHook URL.",
  },
  gogs: {
    about: "Pushes, pull requests, issues and releases",
    where: "In the repository's settings, under Webhooks, add a webhook of type Gogs.",
  },
  grafana: {
    about: "Alerts that fire and end",
    where: "In Grafana's alerting, add a contact point of type Webhook.",
  },
  harbor: {
    about: "Images, scans, quotas and replications",
    where: "In the project, under Webhooks, add a webhook of type HTTP.",
  },
  helloworld: {
    about: "The smallest integration, to try things out",
    where: "Send JSON with featured_title and featured_url, with any program.",
  },
  heroku: {
    about: "Releases, builds and deploys",
    where: "Add a webhook to the app, in the dashboard or with heroku webhooks:add.",
  },
  homeassistant: {
    about: "Messages from your home",
    where: "In configuration.yaml, add a REST notification that sends message, and topic if you like.",
  },
  ifttt: {
    about: "Whatever an applet is triggered by",
    where: "End the applet with a web request: POST, application/json, with topic and content.",
  },
  intercom: {
    about: "Conversations, contacts and companies",
    where: "In Intercom's developer hub, add the webhook URL to the webhooks of your app, and choose its topics.",
  },
  jenkins: {
    about: "Builds that start, succeed and fail",
    where: "With the notification plugin, add an endpoint to the job: JSON, HTTP.",
  },
  jira: {
    about: "Issues and comments",
    where: "In Jira's system settings, an administrator can create a webhook.",
  },
  json: {
    about: "Any JSON, shown as it comes",
    where: "Send any JSON, with any program: it is shown as code.",
  },
  lidarr: {
    about: "Albums that are grabbed, imported and deleted",
    where: "In Lidarr's settings, under Connect, add a webhook.",
  },
  linear: {
    about: "Issues, sub-issues and comments",
    where: "In the workspace's settings of the API, create a webhook for issues and comments.",
  },
  netlify: {
    about: "Deploys that start, succeed and fail",
    where: "In the site's settings of notifications, add an HTTP POST request for each event of deploys.",
  },
  newrelic: {
    about: "Issues that open and close",
    where: "Among New Relic's alert destinations, add a webhook, and use it in a workflow.",
  },
  notion: {
    about: "Changes of pages",
    where:
      "In your Notion integration's settings, subscribe to webhooks; the token that it asks for comes as a message.",
  },
  opencollective: {
    about: "New contributors and contributions",
    where: "In the collective's settings, under Webhooks, add the webhook URL.",
  },
  openproject: {
    about: "Work packages that are created and changed",
    where: "In OpenProject, an administrator can add a webhook under API and webhooks.",
  },
  opsgenie: {
    about: "Alerts and what becomes of them",
    where: "In Opsgenie's integrations, add a webhook.",
  },
  pagerduty: {
    about: "Incidents and who takes care of them",
    where: "In PagerDuty's integrations, add a generic webhook (v3) for your service.",
  },
  papertrail: {
    about: "Lines of logs that a search finds",
    where: "Add an alert of type Webhook to a saved search.",
  },
  patreon: {
    about: "New, changed and ended memberships",
    where: "In Patreon's developer portal, under My Webhooks, add the webhook URL.",
  },
  pingdom: {
    about: "Checks that go down and up",
    where: "In Pingdom's integrations, add a webhook, and choose it in your checks.",
  },
  radarr: {
    about: "Movies that are grabbed, imported and deleted",
    where: "In Radarr's settings, under Connect, add a webhook.",
  },
  raygun: {
    about: "Errors in your programs, and who takes care of them",
    where: "In the application's settings, under Integrations, add a webhook.",
  },
  redmine: {
    about: "Issues that are opened and changed",
    where: "With Redmine's webhook plugin, add the webhook URL in the settings of the project.",
  },
  rollbar: {
    about: "Errors in your programs",
    where: "In the project's settings of notifications, add a webhook.",
  },
  rundeck: {
    about: "Jobs that start, succeed and fail",
    where: "In the job's notifications, add a webhook: POST, JSON.",
  },
  semaphore: {
    about: "Pipelines, builds and deploys that pass and fail",
    where: "In the notifications of the organization, create a rule with the webhook URL as its webhook.",
  },
  sentry: {
    about: "Errors in your programs, and issues",
    where: "In Sentry's developer settings, create an internal integration with the webhook URL as its webhook.",
  },
  shortcut: {
    about: "New and changed stories and epics",
    where: "In the settings, under Integrations, add an outgoing webhook.",
  },
  slack: {
    about: "What people write in Slack's public channels",
    where:
      "Create a Slack app that reads channels and people (channels:read, channels:history, users:read), and subscribe it to message.channels under Event Subscriptions.",
  },
  slack_incoming: {
    about: "Programs that can write to Slack",
    where: "Give the program this webhook URL in place of one of Slack's incoming webhooks.",
  },
  sonarqube: {
    about: "Quality gates that pass and fail",
    where: "In the administration settings of the project, under Webhooks, create a webhook.",
  },
  sonarr: {
    about: "Episodes that are grabbed, imported and deleted",
    where: "In Sonarr's settings, under Connect, add a webhook.",
  },
  splunk: {
    about: "Searches that find something",
    where: "In the actions of a saved search or alert, add a webhook.",
  },
  statuspage: {
    about: "Incidents and the state of components",
    where: "Subscribe to the status page by webhook, with this webhook URL.",
  },
  stripe: {
    about: "Payments, invoices, subscriptions and disputes",
    where: "In Stripe's developer settings, add a webhook endpoint.",
  },
  taiga: {
    about: "Stories, tasks, issues, epics and sprints",
    where: "In the project's settings, under Integrations, add a webhook.",
  },
  teamcity: {
    about: "Builds that succeed and fail",
    where: "With TeamCity's webhooks, or the plugin tcWebHooks, add the webhook URL to the project.",
  },
  template: {
    about: "Any JSON or XML, shown by your template",
    where: "Send any JSON or XML, with any program or service. Your templates decide what messages look like.",
  },
  travis: {
    about: "Builds that pass and fail",
    where: "In .travis.yml, add the webhook URL under notifications, webhooks.",
  },
  trello: {
    about: "Cards, lists and members of a board",
    where:
      "Trello's webhooks are created with its API: POST /1/webhooks with the board as idModel and this as callbackURL.",
  },
  "uptime-kuma": {
    about: "Monitors that go down and up",
    where: "In Uptime Kuma, add a notification of type Webhook, with JSON as its body.",
  },
  uptimerobot: {
    about: "Monitors that go down and up",
    where: "In UptimeRobot's integrations, add a webhook that posts JSON with UptimeRobot's variables.",
  },
  vercel: {
    about: "Deployments that start, succeed and fail",
    where: "In the team's settings, under Webhooks, create a webhook for events of deployments.",
  },
  wekan: {
    about: "Cards, lists and swimlanes of a board",
    where: "In the board's settings, under Outgoing Webhooks, add the webhook URL.",
  },
  wordpress: {
    about: "Posts and pages that are published",
    where: "With a plugin for webhooks, send post_title, post_url and hook when something is published.",
  },
  zabbix: {
    about: "Problems that start and end",
    where: "In Zabbix, add a media type of type Webhook that posts JSON to the webhook URL.",
  },
  zapier: {
    about: "Whatever a Zap is triggered by",
    where: "End the Zap with a POST by webhook: JSON with topic and content.",
  },
  zendesk: {
    about: "New and changed tickets",
    where: "In Zendesk's admin center, create a webhook, and connect it to events or a trigger.",
  },
});
