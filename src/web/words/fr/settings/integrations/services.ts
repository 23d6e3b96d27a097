import type { Translation } from "../../../catalog.ts";
import type { servicesWords } from "../../../settings/integrations/services.ts";

export const services: Translation<typeof servicesWords> = {
  airbyte: {
    about: "Synchronisations réussies et échouées",
    where: "Dans les paramètres de l’espace de travail, sous Notifications, saisissez l’URL de webhook comme webhook.",
  },
  alertmanager: {
    about: "Alertes de Prometheus déclenchées et terminées",
    where: "Dans alertmanager.yml, ajoutez un récepteur avec webhook_configs et dirigez-y les alertes.",
  },
  ansibletower: {
    about: "Tâches lancées, réussies et échouées",
    where: "Dans Ansible Tower ou AWX, ajoutez une notification de type Webhook et activez-la pour vos modèles.",
  },
  appveyor: {
    about: "Compilations réussies et échouées",
    where: "Dans les paramètres du projet, sous Notifications, ajoutez-en une de type Webhook.",
  },
  azuredevops: {
    about: "Pushes et pull requests d’Azure Repos",
    where: "Dans les paramètres du projet, sous Service hooks, ajoutez un abonnement de type Web Hooks.",
  },
  basecamp: {
    about: "Documents, messages, questions et tâches",
    where: "Dans les paramètres du projet, sous Webhooks, ajoutez un webhook.",
  },
  bitbucket2: {
    about: "Pushes, pull requests et tickets",
    where: "Dans les paramètres du dépôt, sous Webhooks, ajoutez un webhook.",
  },
  bitbucket3: {
    about: "Pushes et pull requests de votre propre serveur",
    where: "Dans les paramètres du dépôt, sous Webhooks, créez un webhook.",
  },
  buildbot: {
    about: "Compilations lancées et terminées",
    where: "Dans master.cfg, ajoutez un reporter HttpStatusPush avec l’URL de webhook.",
  },
  circleci: {
    about: "Tâches et workflows achevés",
    where: "Dans les paramètres du projet, sous Webhooks, ajoutez un webhook.",
  },
  datadog: {
    about: "Moniteurs en alerte et rétablis",
    where:
      "Dans les intégrations de Datadog, ajoutez un webhook dont les données ont title, body, link, hostname, priority et alert_transition.",
  },
  dropbox: {
    about: "Fichiers modifiés",
    where: "Dans l’App Console de Dropbox, sous Webhooks de votre application, ajoutez l’URL de webhook.",
  },
  forgejo: {
    about: "Pushes, pull requests, tickets et versions",
    where: "Dans les paramètres du dépôt, sous Webhooks, ajoutez un webhook de type Forgejo.",
  },
  freshdesk: {
    about: "Tickets nouveaux et modifiés",
    where:
      "Dans une règle d’automatisation, déclenchez un webhook : POST, JSON, avec les champs du ticket dans un objet nommé freshdesk_webhook.",
  },
  freshping: {
    about: "Contrôles en panne et rétablis",
    where: "Dans les paramètres de Freshping, sous Integrations, ajoutez un webhook.",
  },
  front: {
    about: "Conversations, leurs commentaires et qui s’en occupe",
    where: "Dans les paramètres de Front, activez l’intégration Webhooks et utilisez-la dans une règle.",
  },
  gitea: {
    about: "Pushes, pull requests, tickets et versions",
    where: "Dans les paramètres du dépôt, sous Webhooks, ajoutez un webhook de type Gitea.",
  },
  github: {
    about: "Pushes, pull requests, tickets, versions et plus",
    where: "Dans les paramètres du dépôt ou de l’organisation, sous Webhooks, ajoutez un webhook.",
  },
  githubsponsors: {
    about: "Parrainages nouveaux et modifiés",
    where: "Dans votre tableau de bord de parrainage, sous Webhooks, ajoutez un webhook.",
  },
  gitlab: {
    about: "Pushes, merge requests, tickets, pipelines et plus",
    where: "Dans les paramètres du projet ou du groupe, sous Webhooks, ajoutez un webhook.",
  },
  gocd: {
    about: "Étapes lancées, réussies et échouées",
    where: "Installez l’extension GoCD WebHook Notification de Sentry et saisissez l’URL de webhook comme WebHook URL.",
  },
  gogs: {
    about: "Pushes, pull requests, tickets et versions",
    where: "Dans les paramètres du dépôt, sous Webhooks, ajoutez un webhook de type Gogs.",
  },
  grafana: {
    about: "Alertes déclenchées et terminées",
    where: "Dans les alertes de Grafana, ajoutez un point de contact de type Webhook.",
  },
  harbor: {
    about: "Images, analyses, quotas et réplications",
    where: "Dans le projet, sous Webhooks, ajoutez un webhook de type HTTP.",
  },
  helloworld: {
    about: "La plus petite intégration, pour essayer",
    where: "Envoyez du JSON avec featured_title et featured_url, avec n’importe quel programme.",
  },
  heroku: {
    about: "Versions, compilations et déploiements",
    where: "Ajoutez un webhook à l’application, dans le tableau de bord ou avec heroku webhooks:add.",
  },
  homeassistant: {
    about: "Messages de votre maison",
    where: "Dans configuration.yaml, ajoutez une notification REST qui envoie message et, si vous voulez, topic.",
  },
  ifttt: {
    about: "Tout ce qui déclenche un applet",
    where: "Terminez l’applet par une requête web : POST, application/json, avec topic et content.",
  },
  intercom: {
    about: "Conversations, contacts et entreprises",
    where:
      "Dans l’espace développeurs d’Intercom, ajoutez l’URL de webhook aux webhooks de votre application et choisissez ses sujets.",
  },
  jenkins: {
    about: "Compilations lancées, réussies et échouées",
    where: "Avec l’extension de notification, ajoutez un endpoint à la tâche : JSON, HTTP.",
  },
  jira: {
    about: "Tickets et commentaires",
    where: "Dans les paramètres système de Jira, l’administration peut créer un webhook.",
  },
  json: {
    about: "Tout JSON, affiché tel quel",
    where: "Envoyez n’importe quel JSON, avec n’importe quel programme : il est affiché comme code.",
  },
  lidarr: {
    about: "Albums récupérés, importés et supprimés",
    where: "Dans les paramètres de Lidarr, sous Connect, ajoutez un webhook.",
  },
  linear: {
    about: "Tickets, sous-tickets et commentaires",
    where: "Dans les paramètres d’API de l’espace de travail, créez un webhook pour les tickets et les commentaires.",
  },
  netlify: {
    about: "Déploiements lancés, réussis et échoués",
    where:
      "Dans les paramètres de notifications du site, ajoutez une requête HTTP POST pour chaque événement de déploiement.",
  },
  newrelic: {
    about: "Incidents ouverts et fermés",
    where: "Dans les destinations d’alertes de New Relic, ajoutez un webhook et utilisez-le dans un workflow.",
  },
  notion: {
    about: "Modifications de pages",
    where:
      "Dans les paramètres de votre intégration Notion, abonnez-vous aux webhooks ; le jeton demandé arrive comme message.",
  },
  opencollective: {
    about: "Nouveaux contributeurs et contributions",
    where: "Dans les paramètres du collectif, sous Webhooks, ajoutez l’URL de webhook.",
  },
  openproject: {
    about: "Lots de travaux créés et modifiés",
    where: "Dans OpenProject, l’administration peut ajouter un webhook sous API and webhooks.",
  },
  opsgenie: {
    about: "Alertes et ce qu’elles deviennent",
    where: "Dans les intégrations d’Opsgenie, ajoutez un webhook.",
  },
  pagerduty: {
    about: "Incidents et qui s’en occupe",
    where: "Dans les intégrations de PagerDuty, ajoutez un webhook générique (v3) pour votre service.",
  },
  papertrail: {
    about: "Lignes de journaux trouvées par une recherche",
    where: "Ajoutez une alerte de type Webhook à une recherche enregistrée.",
  },
  patreon: {
    about: "Adhésions nouvelles, modifiées et terminées",
    where: "Dans le portail développeurs de Patreon, sous My Webhooks, ajoutez l’URL de webhook.",
  },
  pingdom: {
    about: "Contrôles en panne et rétablis",
    where: "Dans les intégrations de Pingdom, ajoutez un webhook et choisissez-le dans vos contrôles.",
  },
  radarr: {
    about: "Films récupérés, importés et supprimés",
    where: "Dans les paramètres de Radarr, sous Connect, ajoutez un webhook.",
  },
  raygun: {
    about: "Erreurs de vos programmes et qui s’en occupe",
    where: "Dans les paramètres de l’application, sous Integrations, ajoutez un webhook.",
  },
  redmine: {
    about: "Demandes ouvertes et modifiées",
    where: "Avec l’extension de webhooks de Redmine, ajoutez l’URL de webhook dans les paramètres du projet.",
  },
  rollbar: {
    about: "Erreurs de vos programmes",
    where: "Dans les paramètres de notifications du projet, ajoutez un webhook.",
  },
  rundeck: {
    about: "Tâches lancées, réussies et échouées",
    where: "Dans les notifications de la tâche, ajoutez un webhook : POST, JSON.",
  },
  semaphore: {
    about: "Pipelines, compilations et déploiements réussis et échoués",
    where: "Dans les notifications de l’organisation, créez une règle avec l’URL de webhook comme webhook.",
  },
  sentry: {
    about: "Erreurs de vos programmes et tickets",
    where:
      "Dans les paramètres développeurs de Sentry, créez une intégration interne avec l’URL de webhook comme webhook.",
  },
  shortcut: {
    about: "Stories et epics nouvelles et modifiées",
    where: "Dans les paramètres, sous Integrations, ajoutez un webhook sortant.",
  },
  slack: {
    about: "Ce qui s’écrit dans les canaux publics de Slack",
    where:
      "Créez une application Slack qui lit les canaux et les personnes (channels:read, channels:history, users:read) et abonnez-la à message.channels sous Event Subscriptions.",
  },
  slack_incoming: {
    about: "Programmes qui savent écrire à Slack",
    where: "Donnez au programme cette URL de webhook au lieu d’un webhook entrant de Slack.",
  },
  sonarqube: {
    about: "Quality gates réussies et échouées",
    where: "Dans les paramètres d’administration du projet, sous Webhooks, créez un webhook.",
  },
  sonarr: {
    about: "Épisodes récupérés, importés et supprimés",
    where: "Dans les paramètres de Sonarr, sous Connect, ajoutez un webhook.",
  },
  splunk: {
    about: "Recherches qui trouvent quelque chose",
    where: "Dans les actions d’une recherche enregistrée ou d’une alerte, ajoutez un webhook.",
  },
  statuspage: {
    about: "Incidents et état des composants",
    where: "Abonnez-vous à la page d’état par webhook, avec cette URL de webhook.",
  },
  stripe: {
    about: "Paiements, factures, abonnements et litiges",
    where: "Dans les paramètres développeurs de Stripe, ajoutez un endpoint de webhook.",
  },
  taiga: {
    about: "Stories, tâches, tickets, epics et sprints",
    where: "Dans les paramètres du projet, sous Integrations, ajoutez un webhook.",
  },
  teamcity: {
    about: "Compilations réussies et échouées",
    where: "Avec les webhooks de TeamCity, ou l’extension tcWebHooks, ajoutez l’URL de webhook au projet.",
  },
  template: {
    about: "Tout JSON ou XML, affiché par votre modèle",
    where:
      "Envoyez n’importe quel JSON ou XML, avec n’importe quel programme ou service. Vos modèles décident de l’aspect des messages.",
  },
  travis: {
    about: "Compilations réussies et échouées",
    where: "Dans .travis.yml, ajoutez l’URL de webhook sous notifications, webhooks.",
  },
  trello: {
    about: "Cartes, listes et membres d’un tableau",
    where:
      "Les webhooks de Trello se créent avec son API : POST /1/webhooks avec le tableau comme idModel et cette URL comme callbackURL.",
  },
  "uptime-kuma": {
    about: "Sondes en panne et rétablies",
    where: "Dans Uptime Kuma, ajoutez une notification de type Webhook, avec JSON comme corps.",
  },
  uptimerobot: {
    about: "Sondes en panne et rétablies",
    where:
      "Dans les intégrations d’UptimeRobot, ajoutez un webhook qui envoie du JSON avec les variables d’UptimeRobot.",
  },
  vercel: {
    about: "Déploiements lancés, réussis et échoués",
    where: "Dans les paramètres de l’équipe, sous Webhooks, créez un webhook pour les événements de déploiement.",
  },
  wekan: {
    about: "Cartes, listes et couloirs d’un tableau",
    where: "Dans les paramètres du tableau, sous Outgoing Webhooks, ajoutez l’URL de webhook.",
  },
  wordpress: {
    about: "Articles et pages publiés",
    where: "Avec une extension de webhooks, envoyez post_title, post_url et hook à chaque publication.",
  },
  zabbix: {
    about: "Problèmes qui commencent et se terminent",
    where: "Dans Zabbix, ajoutez un type de média Webhook qui envoie du JSON à l’URL de webhook.",
  },
  zapier: {
    about: "Tout ce qui déclenche un Zap",
    where: "Terminez le Zap par un POST par webhook : JSON avec topic et content.",
  },
  zendesk: {
    about: "Tickets nouveaux et modifiés",
    where:
      "Dans le centre d’administration de Zendesk, créez un webhook et reliez-le à des événements ou à un déclencheur.",
  },
};
