import type { Translation } from "../../../catalog.ts";
import type { servicesWords } from "../../../settings/integrations/services.ts";

export const services: Translation<typeof servicesWords> = {
  airbyte: {
    about: "Synchronisierungen, die gelingen und scheitern",
    where: "Trage die Webhook-URL in den Einstellungen des Arbeitsbereichs unter „Notifications“ als Webhook ein.",
  },
  alertmanager: {
    about: "Alarme von Prometheus, die beginnen und enden",
    where: "Füge in alertmanager.yml einen Empfänger mit webhook_configs hinzu und leite Alarme dorthin.",
  },
  ansibletower: {
    about: "Jobs, die beginnen, gelingen und scheitern",
    where:
      "Lege in Ansible Tower oder AWX eine Benachrichtigung vom Typ Webhook an und schalte sie für deine Vorlagen ein.",
  },
  appveyor: {
    about: "Builds, die gelingen und scheitern",
    where: "Füge in den Einstellungen des Projekts unter Notifications eine der Art Webhook hinzu.",
  },
  azuredevops: {
    about: "Pushes und Pull-Requests von Azure Repos",
    where: "Füge in den Einstellungen des Projekts unter „Service hooks“ ein Abonnement der Art „Web Hooks“ hinzu.",
  },
  basecamp: {
    about: "Dokumente, Nachrichten, Fragen und To-dos",
    where: "Füge in den Einstellungen des Projekts unter Webhooks einen Webhook hinzu.",
  },
  bitbucket2: {
    about: "Pushes, Pull-Requests und Vorgänge",
    where: "Füge in den Einstellungen des Repositorys unter „Webhooks“ einen Webhook hinzu.",
  },
  bitbucket3: {
    about: "Pushes und Pull-Requests des eigenen Servers",
    where: "Lege in den Einstellungen des Repositorys unter „Webhooks“ einen Webhook an.",
  },
  buildbot: {
    about: "Builds, die beginnen und enden",
    where: "Füge in master.cfg einen HttpStatusPush mit der Webhook-URL hinzu.",
  },
  circleci: {
    about: "Jobs und Workflows, die fertig sind",
    where: "Füge in den Einstellungen des Projekts unter „Webhooks“ einen Webhook hinzu.",
  },
  datadog: {
    about: "Monitore, die warnen und sich erholen",
    where:
      "Lege unter den Integrationen von Datadog einen Webhook an, der title, body, link, hostname, priority und alert_transition sendet.",
  },
  dropbox: {
    about: "Geänderte Dateien",
    where: "Trage die Webhook-URL in der App Console von Dropbox unter den Webhooks deiner App ein.",
  },
  forgejo: {
    about: "Pushes, Pull-Requests, Issues und Releases",
    where: "Füge in den Einstellungen des Repositorys unter „Webhooks“ einen Webhook der Art Forgejo hinzu.",
  },
  freshdesk: {
    about: "Neue und geänderte Tickets",
    where:
      "Löse in einer Automatisierungsregel einen Webhook aus: POST, JSON, mit den Feldern des Tickets in einem Objekt namens freshdesk_webhook.",
  },
  freshping: {
    about: "Prüfungen, die ausfallen und zurückkehren",
    where: "Füge in Freshpings Einstellungen unter „Integrations“ einen Webhook hinzu.",
  },
  front: {
    about: "Unterhaltungen, ihre Kommentare und wer zuständig ist",
    where: "Schalte in Fronts Einstellungen die Integration „Webhooks“ ein und benutze sie in einer Regel.",
  },
  gitea: {
    about: "Pushes, Pull-Requests, Issues und Releases",
    where: "Füge in den Einstellungen des Repositorys unter „Webhooks“ einen Webhook der Art Gitea hinzu.",
  },
  github: {
    about: "Pushes, Pull-Requests, Issues, Releases und mehr",
    where: "Füge in den Einstellungen des Repositorys oder der Organisation unter „Webhooks“ einen Webhook hinzu.",
  },
  githubsponsors: {
    about: "Neue und geänderte Förderungen",
    where: "Füge in deinem Sponsors-Dashboard unter „Webhooks“ einen Webhook hinzu.",
  },
  gitlab: {
    about: "Pushes, Merge-Requests, Issues, Pipelines und mehr",
    where: "Füge in den Einstellungen des Projekts oder der Gruppe unter „Webhooks“ einen Webhook hinzu.",
  },
  gocd: {
    about: "Stages, die beginnen, gelingen und scheitern",
    where: "Installiere Sentrys Plugin GoCD WebHook Notification und trage die Webhook-URL als seine WebHook URL ein.",
  },
  gogs: {
    about: "Pushes, Pull-Requests, Issues und Releases",
    where: "Füge in den Einstellungen des Repositorys unter „Webhooks“ einen Webhook der Art Gogs hinzu.",
  },
  grafana: {
    about: "Alarme, die beginnen und enden",
    where: "Lege in Grafanas Alerting eine Kontaktstelle der Art Webhook an.",
  },
  harbor: {
    about: "Images, Scans, Kontingente und Replikationen",
    where: "Füge im Projekt unter „Webhooks“ einen Webhook vom Typ HTTP hinzu.",
  },
  helloworld: {
    about: "Die kleinste Integration, zum Ausprobieren",
    where: "Sende mit irgendeinem Programm JSON mit featured_title und featured_url.",
  },
  heroku: {
    about: "Releases, Builds und Deploys",
    where: "Füge der App einen Webhook hinzu: im Dashboard oder mit heroku webhooks:add.",
  },
  homeassistant: {
    about: "Was dein Zuhause zu sagen hat",
    where: "Füge in configuration.yaml eine REST-Benachrichtigung hinzu, die message und, wenn du magst, topic sendet.",
  },
  ifttt: {
    about: "Was auch immer ein Applet auslöst",
    where: "Beende das Applet mit einer Web-Anfrage: POST, application/json, mit topic und content.",
  },
  intercom: {
    about: "Unterhaltungen, Kontakte und Firmen",
    where: "Trage die Webhook-URL in Intercoms Developer Hub bei den Webhooks deiner App ein und wähle ihre Themen.",
  },
  jenkins: {
    about: "Builds, die beginnen, gelingen und scheitern",
    where: "Füge dem Job mit dem Notification-Plugin einen Endpunkt hinzu: JSON, HTTP.",
  },
  jira: {
    about: "Vorgänge und Kommentare",
    where: "Die Administration von Jira legt in den Systemeinstellungen einen Webhook an.",
  },
  json: {
    about: "Beliebiges JSON, gezeigt, wie es kommt",
    where: "Sende mit irgendeinem Programm beliebiges JSON: Es wird als Code gezeigt.",
  },
  lidarr: {
    about: "Alben, die geholt, importiert und gelöscht werden",
    where: "Füge in Lidarrs Einstellungen unter „Connect“ einen Webhook hinzu.",
  },
  linear: {
    about: "Issues, Unteraufgaben und Kommentare",
    where: "Lege in den API-Einstellungen des Arbeitsbereichs einen Webhook für Issues und Kommentare an.",
  },
  netlify: {
    about: "Deploys, die beginnen, gelingen und scheitern",
    where: "Füge in den Benachrichtigungen der Website für jedes Ereignis von Deploys eine HTTP-POST-Anfrage hinzu.",
  },
  newrelic: {
    about: "Störungen, die beginnen und enden",
    where: "Lege unter den Alarmzielen von New Relic einen Webhook an und benutze ihn in einem Workflow.",
  },
  notion: {
    about: "Änderungen von Seiten",
    where:
      "Abonniere in den Einstellungen deiner Notion-Integration Webhooks; das Token, nach dem gefragt wird, kommt als Nachricht.",
  },
  opencollective: {
    about: "Neue Unterstützer und Beiträge",
    where: "Füge die Webhook-URL in den Einstellungen des Kollektivs unter „Webhooks“ hinzu.",
  },
  openproject: {
    about: "Neue und geänderte Arbeitspakete",
    where: "Die Administration von OpenProject fügt unter „API und Webhooks“ einen Webhook hinzu.",
  },
  opsgenie: {
    about: "Alarme und was aus ihnen wird",
    where: "Füge unter den Integrationen von Opsgenie einen Webhook hinzu.",
  },
  pagerduty: {
    about: "Vorfälle und wer sich um sie kümmert",
    where: "Füge unter PagerDutys Integrationen einen „Generic Webhook (v3)“ für deinen Dienst hinzu.",
  },
  papertrail: {
    about: "Zeilen von Logs, die eine Suche findet",
    where: "Füge einer gespeicherten Suche einen Alarm vom Typ Webhook hinzu.",
  },
  patreon: {
    about: "Neue, geänderte und beendete Mitgliedschaften",
    where: "Füge die Webhook-URL in Patreons Entwicklerportal unter „My Webhooks“ hinzu.",
  },
  pingdom: {
    about: "Prüfungen, die ausfallen und zurückkehren",
    where: "Füge unter Pingdoms Integrationen einen Webhook hinzu und wähle ihn in deinen Prüfungen.",
  },
  radarr: {
    about: "Filme, die geholt, importiert und gelöscht werden",
    where: "Füge in Radarrs Einstellungen unter „Connect“ einen Webhook hinzu.",
  },
  raygun: {
    about: "Fehler deiner Programme und wer sich um sie kümmert",
    where: "Füge in den Einstellungen der Anwendung unter „Integrations“ einen Webhook hinzu.",
  },
  redmine: {
    about: "Neue und geänderte Tickets",
    where: "Trage die Webhook-URL mit Redmines Webhook-Plugin in den Einstellungen des Projekts ein.",
  },
  rollbar: {
    about: "Fehler deiner Programme",
    where: "Füge in den Benachrichtigungen des Projekts einen Webhook hinzu.",
  },
  rundeck: {
    about: "Jobs, die beginnen, gelingen und scheitern",
    where: "Füge den Benachrichtigungen des Jobs einen Webhook hinzu: POST, JSON.",
  },
  semaphore: {
    about: "Pipelines, Builds und Deploys",
    where: "Lege unter den Benachrichtigungen der Organisation eine Regel mit der Webhook-URL als Webhook an.",
  },
  sentry: {
    about: "Fehler deiner Programme und Issues",
    where: "Lege in Sentrys Entwicklereinstellungen eine interne Integration mit der Webhook-URL als Webhook an.",
  },
  shortcut: {
    about: "Neue und geänderte Storys und Epics",
    where: "Füge in den Einstellungen unter Integrations einen ausgehenden Webhook hinzu.",
  },
  slack: {
    about: "Was in Slacks öffentlichen Kanälen geschrieben wird",
    where:
      "Lege eine Slack-App an, die Kanäle und Personen liest (channels:read, channels:history, users:read), und abonniere unter Event Subscriptions message.channels.",
  },
  slack_incoming: {
    about: "Programme, die nach Slack schreiben können",
    where: "Gib dem Programm diese Webhook-URL anstelle eines eingehenden Webhooks von Slack.",
  },
  sonarqube: {
    about: "Quality Gates, die bestanden werden oder nicht",
    where: "Lege in der Administration des Projekts unter „Webhooks“ einen Webhook an.",
  },
  sonarr: {
    about: "Episoden, die geholt, importiert und gelöscht werden",
    where: "Füge in Sonarrs Einstellungen unter „Connect“ einen Webhook hinzu.",
  },
  splunk: {
    about: "Suchen, die etwas gefunden haben",
    where: "Füge unter den Aktionen einer gespeicherten Suche oder eines Alarms einen Webhook hinzu.",
  },
  statuspage: {
    about: "Vorfälle und der Zustand von Komponenten",
    where: "Abonniere die Statusseite per Webhook, mit dieser Webhook-URL.",
  },
  stripe: {
    about: "Zahlungen, Rechnungen, Abos und Anfechtungen",
    where: "Füge in den Entwicklereinstellungen von Stripe einen Webhook-Endpunkt hinzu.",
  },
  taiga: {
    about: "Storys, Aufgaben, Issues, Epics und Sprints",
    where: "Füge in den Einstellungen des Projekts unter Integrations einen Webhook hinzu.",
  },
  teamcity: {
    about: "Builds, die gelingen und scheitern",
    where: "Füge dem Projekt die Webhook-URL mit TeamCitys Webhooks oder dem Plugin tcWebHooks hinzu.",
  },
  template: {
    about: "Beliebiges JSON oder XML, gezeigt, wie deine Vorlage es sagt",
    where:
      "Sende mit irgendeinem Programm oder Dienst beliebiges JSON oder XML. Wie es aussieht, sagen deine Vorlagen.",
  },
  travis: {
    about: "Builds, die gelingen und scheitern",
    where: "Trage die Webhook-URL in .travis.yml unter notifications, webhooks ein.",
  },
  trello: {
    about: "Karten, Listen und Mitglieder eines Boards",
    where:
      "Webhooks von Trello entstehen über seine API: POST /1/webhooks mit dem Board als idModel und dieser Webhook-URL als callbackURL.",
  },
  "uptime-kuma": {
    about: "Monitore, die ausfallen und zurückkehren",
    where: "Füge in Uptime Kuma eine Benachrichtigung vom Typ Webhook hinzu, mit JSON als Inhalt.",
  },
  uptimerobot: {
    about: "Monitore, die ausfallen und zurückkehren",
    where: "Füge unter UptimeRobots Integrationen einen Webhook hinzu, der JSON mit UptimeRobots Variablen sendet.",
  },
  vercel: {
    about: "Deployments, die beginnen, gelingen und scheitern",
    where: "Lege in den Einstellungen des Teams unter „Webhooks“ einen Webhook für Ereignisse von Deployments an.",
  },
  wekan: {
    about: "Karten, Listen und Swimlanes eines Boards",
    where: "Füge die Webhook-URL in den Einstellungen des Boards unter „Outgoing Webhooks“ hinzu.",
  },
  wordpress: {
    about: "Veröffentlichte Beiträge und Seiten",
    where: "Sende mit einem Plugin für Webhooks post_title, post_url und hook, wenn etwas veröffentlicht wird.",
  },
  zabbix: {
    about: "Probleme, die beginnen und enden",
    where: "Lege in Zabbix einen Medientyp der Art Webhook an, der JSON an die Webhook-URL sendet.",
  },
  zapier: {
    about: "Was auch immer einen Zap auslöst",
    where: "Beende den Zap mit einem POST per Webhook: JSON mit topic und content.",
  },
  zendesk: {
    about: "Neue und geänderte Tickets",
    where: "Lege im Admin Center von Zendesk einen Webhook an und verbinde ihn mit Ereignissen oder einem Auslöser.",
  },
};
