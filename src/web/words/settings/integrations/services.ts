import { catalog } from "../../catalog.ts";

/** The events of each service, and the place where its webhooks are set up. Other services are described in general. */
export const servicesWords = catalog("services", {
  airbyte: {
    about: "Syncs that succeed and fail",
    where: "In the workspace’s settings, under Notifications, enter the address as a webhook.",
  },
  alertmanager: {
    about: "Alerts of Prometheus that fire and end",
    where: "In alertmanager.yml, add a receiver with webhook_configs, and route alerts to it.",
  },
  ansibletower: {
    about: "Jobs that begin, succeed and fail",
    where: "In Ansible Tower or AWX, add a notification of the type Webhook, and switch it on for your templates.",
  },
  appveyor: {
    about: "Builds that succeed and fail",
    where: "In the settings of the project, under Notifications, add one of the type Webhook.",
  },
  azuredevops: {
    about: "Pushes and pull requests of Azure Repos",
    where: "In the settings of the project, under Service hooks, add a subscription of the kind Web Hooks.",
  },
  basecamp: {
    about: "Documents, messages, questions and to-dos",
    where: "In the settings of the project, under Webhooks, add a webhook.",
  },
  bitbucket2: {
    about: "Pushes, pull requests and issues",
    where: "In the settings of the repository, under Webhooks, add a webhook.",
  },
  bitbucket3: {
    about: "Pushes and pull requests of your own server",
    where: "In the settings of the repository, under Webhooks, create a webhook.",
  },
  buildbot: {
    about: "Builds that begin and end",
    where: "In master.cfg, add an HttpStatusPush reporter with the address.",
  },
  circleci: {
    about: "Jobs and workflows that are completed",
    where: "In the settings of the project, under Webhooks, add a webhook.",
  },
  datadog: {
    about: "Monitors that alert and recover",
    where:
      "Among the integrations of Datadog, add a webhook whose payload has title, body, link, hostname, priority and alert_transition.",
  },
  dropbox: {
    about: "Changed files",
    where: "In the App Console of Dropbox, under Webhooks of your app, add the address.",
  },
  forgejo: {
    about: "Pushes, pull requests, issues and releases",
    where: "In the settings of the repository, under Webhooks, add a webhook of the kind Forgejo.",
  },
  freshdesk: {
    about: "New and changed tickets",
    where:
      "In an automation rule, trigger a webhook: POST, JSON, with the ticket’s fields in an object named freshdesk_webhook.",
  },
  freshping: {
    about: "Checks that go down and up",
    where: "In Freshping’s settings, under Integrations, add a webhook.",
  },
  front: {
    about: "Conversations, their comments and who handles them",
    where: "In Front’s settings, switch on the Webhooks integration, and use it in a rule.",
  },
  gitea: {
    about: "Pushes, pull requests, issues and releases",
    where: "In the settings of the repository, under Webhooks, add a webhook of the kind Gitea.",
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
    about: "Stages that begin, pass and fail",
    where: "Install Sentry’s plugin GoCD WebHook Notification, and enter the address as its WebHook URL.",
  },
  gogs: {
    about: "Pushes, pull requests, issues and releases",
    where: "In the settings of the repository, under Webhooks, add a webhook of the kind Gogs.",
  },
  grafana: {
    about: "Alerts that fire and end",
    where: "In Grafana’s alerting, add a contact point of the kind Webhook.",
  },
  harbor: {
    about: "Images, scans, quotas and replications",
    where: "In the project, under Webhooks, add a webhook of the type HTTP.",
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
    about: "What your home has to say",
    where: "In configuration.yaml, add a REST notification that sends message, and topic if you like.",
  },
  ifttt: {
    about: "Whatever an applet is triggered by",
    where: "End the applet with a web request: POST, application/json, with topic and content.",
  },
  intercom: {
    about: "Conversations, contacts and companies",
    where: "In Intercom’s developer hub, add the address to the webhooks of your app, and choose its topics.",
  },
  jenkins: {
    about: "Builds that begin, succeed and fail",
    where: "With the notification plugin, add an endpoint to the job: JSON, HTTP.",
  },
  jira: {
    about: "Issues and comments",
    where: "Administrators of Jira create a webhook among the system’s settings.",
  },
  json: {
    about: "Any JSON, shown as it comes",
    where: "Send any JSON, with any program: it is shown as code.",
  },
  lidarr: {
    about: "Albums that are grabbed, imported and deleted",
    where: "In Lidarr’s settings, under Connect, add a webhook.",
  },
  linear: {
    about: "Issues, sub-issues and comments",
    where: "In the workspace’s settings of the API, create a webhook for issues and comments.",
  },
  netlify: {
    about: "Deploys that begin, succeed and fail",
    where: "In the site’s settings of notifications, add an HTTP POST request for each event of deploys.",
  },
  newrelic: {
    about: "Issues that open and close",
    where: "Among New Relic’s alert destinations, add a webhook, and use it in a workflow.",
  },
  notion: {
    about: "Changes of pages",
    where:
      "In your Notion integration’s settings, subscribe to webhooks; the token that it asks for comes as a message.",
  },
  opencollective: {
    about: "New contributors and contributions",
    where: "In the collective’s settings, under Webhooks, add the address.",
  },
  openproject: {
    about: "Work packages that are created and changed",
    where: "Administrators of OpenProject add a webhook under API and webhooks.",
  },
  opsgenie: {
    about: "Alerts and what becomes of them",
    where: "Among the integrations of Opsgenie, add a webhook.",
  },
  pagerduty: {
    about: "Incidents and who takes care of them",
    where: "Among PagerDuty’s integrations, add a generic webhook (v3) for your service.",
  },
  papertrail: {
    about: "Lines of logs that a search finds",
    where: "Add an alert of the type Webhook to a saved search.",
  },
  patreon: {
    about: "New, changed and ended memberships",
    where: "In Patreon’s developer portal, under My Webhooks, add the address.",
  },
  pingdom: {
    about: "Checks that go down and up",
    where: "Among Pingdom’s integrations, add a webhook, and choose it in your checks.",
  },
  radarr: {
    about: "Movies that are grabbed, imported and deleted",
    where: "In Radarr’s settings, under Connect, add a webhook.",
  },
  raygun: {
    about: "Errors of your programs, and who takes care of them",
    where: "In the application’s settings, under Integrations, add a webhook.",
  },
  redmine: {
    about: "Issues that are opened and changed",
    where: "With Redmine’s webhook plugin, add the address in the settings of the project.",
  },
  rollbar: {
    about: "Errors of your programs",
    where: "In the project’s settings of notifications, add a webhook.",
  },
  rundeck: {
    about: "Jobs that start, succeed and fail",
    where: "In the job’s notifications, add a webhook: POST, JSON.",
  },
  semaphore: {
    about: "Pipelines, builds and deploys that pass and fail",
    where: "Among the notifications of the organization, create a rule with the address as its webhook.",
  },
  sentry: {
    about: "Errors of your programs, and issues",
    where: "In Sentry’s developer settings, create an internal integration with the address as its webhook.",
  },
  shortcut: {
    about: "New and changed stories and epics",
    where: "In the settings, under Integrations, add an outgoing webhook.",
  },
  slack: {
    about: "What people write in Slack’s public channels",
    where:
      "Create a Slack app that reads channels and people (channels:read, channels:history, users:read), and subscribe it to message.channels under Event Subscriptions.",
  },
  slack_incoming: {
    about: "Programs that can write to Slack",
    where: "Give the program this address in place of one of Slack’s incoming webhooks.",
  },
  sonarqube: {
    about: "Quality gates that pass and fail",
    where: "Among the administration settings of the project, under Webhooks, create a webhook.",
  },
  sonarr: {
    about: "Episodes that are grabbed, imported and deleted",
    where: "In Sonarr’s settings, under Connect, add a webhook.",
  },
  splunk: {
    about: "Searches that have found something",
    where: "Among the actions of a saved search or alert, add a webhook.",
  },
  statuspage: {
    about: "Incidents and the state of components",
    where: "Subscribe to the status page by webhook, with this address.",
  },
  stripe: {
    about: "Payments, invoices, subscriptions and disputes",
    where: "Among the developers’ settings of Stripe, add a webhook endpoint.",
  },
  taiga: {
    about: "Stories, tasks, issues, epics and sprints",
    where: "In the settings of the project, under Integrations, add a webhook.",
  },
  teamcity: {
    about: "Builds that succeed and fail",
    where: "With TeamCity’s webhooks, or the plugin tcWebHooks, add the address to the project.",
  },
  template: {
    about: "Any JSON or XML, shown as your template says",
    where: "Send any JSON or XML, with any program or service. How it looks is what your templates say.",
  },
  travis: {
    about: "Builds that pass and fail",
    where: "In .travis.yml, add the address under notifications, webhooks.",
  },
  trello: {
    about: "Cards, lists and members of a board",
    where: "Trello’s webhooks are made by its API: POST /1/webhooks with the board as idModel and this as callbackURL.",
  },
  "uptime-kuma": {
    about: "Monitors that go down and up",
    where: "In Uptime Kuma, add a notification of the type Webhook, with JSON as its body.",
  },
  uptimerobot: {
    about: "Monitors that go down and up",
    where: "Among UptimeRobot’s integrations, add a webhook that posts JSON with UptimeRobot’s variables.",
  },
  vercel: {
    about: "Deployments that begin, succeed and fail",
    where: "In the team’s settings, under Webhooks, create a webhook for events of deployments.",
  },
  wekan: {
    about: "Cards, lists and swimlanes of a board",
    where: "In the settings of the board, under Outgoing Webhooks, add the address.",
  },
  wordpress: {
    about: "Posts and pages that are published",
    where: "With a plugin for webhooks, send post_title, post_url and hook when something is published.",
  },
  zabbix: {
    about: "Problems that begin and end",
    where: "In Zabbix, add a media type of the kind Webhook that posts JSON to the address.",
  },
  zapier: {
    about: "Whatever a Zap is triggered by",
    where: "End the Zap with a POST by webhook: JSON with topic and content.",
  },
  zendesk: {
    about: "New and changed tickets",
    where: "In Zendesk’s admin center, create a webhook, and connect it to events or a trigger.",
  },
});
