import type { Translation } from "../../../catalog.ts";
import type { servicesWords } from "../../../settings/integrations/services.ts";

export const services: Translation<typeof servicesWords> = {
  airbyte: {
    about: "Sincronizaciones correctas y fallidas",
    where: "En los ajustes del espacio de trabajo, en Notifications, introduce la URL de webhook como webhook.",
  },
  alertmanager: {
    about: "Alertas de Prometheus que saltan y terminan",
    where: "En alertmanager.yml, añade un receptor con webhook_configs y dirige las alertas a él.",
  },
  ansibletower: {
    about: "Trabajos que empiezan, terminan bien y fallan",
    where: "En Ansible Tower o AWX, añade una notificación de tipo Webhook y actívala en tus plantillas.",
  },
  appveyor: {
    about: "Compilaciones correctas y fallidas",
    where: "En los ajustes del proyecto, en Notifications, añade una de tipo Webhook.",
  },
  azuredevops: {
    about: "Pushes y pull requests de Azure Repos",
    where: "En los ajustes del proyecto, en Service hooks, añade una suscripción de tipo Web Hooks.",
  },
  basecamp: {
    about: "Documentos, mensajes, preguntas y tareas",
    where: "En los ajustes del proyecto, en Webhooks, añade un webhook.",
  },
  bitbucket2: {
    about: "Pushes, pull requests e incidencias",
    where: "En los ajustes del repositorio, en Webhooks, añade un webhook.",
  },
  bitbucket3: {
    about: "Pushes y pull requests de tu propio servidor",
    where: "En los ajustes del repositorio, en Webhooks, crea un webhook.",
  },
  buildbot: {
    about: "Compilaciones que empiezan y terminan",
    where: "En master.cfg, añade un reporter HttpStatusPush con la URL de webhook.",
  },
  circleci: {
    about: "Trabajos y flujos completados",
    where: "En los ajustes del proyecto, en Webhooks, añade un webhook.",
  },
  datadog: {
    about: "Monitores que alertan y se recuperan",
    where:
      "En las integraciones de Datadog, añade un webhook cuyos datos incluyan title, body, link, hostname, priority y alert_transition.",
  },
  dropbox: {
    about: "Archivos modificados",
    where: "En la App Console de Dropbox, en Webhooks de tu app, añade la URL de webhook.",
  },
  forgejo: {
    about: "Pushes, pull requests, incidencias y versiones",
    where: "En los ajustes del repositorio, en Webhooks, añade un webhook de tipo Forgejo.",
  },
  freshdesk: {
    about: "Tickets nuevos y modificados",
    where:
      "En una regla de automatización, activa un webhook: POST, JSON, con los campos del ticket en un objeto llamado freshdesk_webhook.",
  },
  freshping: {
    about: "Comprobaciones que caen y se recuperan",
    where: "En los ajustes de Freshping, en Integrations, añade un webhook.",
  },
  front: {
    about: "Conversaciones, sus comentarios y quién las atiende",
    where: "En los ajustes de Front, activa la integración Webhooks y úsala en una regla.",
  },
  gitea: {
    about: "Pushes, pull requests, incidencias y versiones",
    where: "En los ajustes del repositorio, en Webhooks, añade un webhook de tipo Gitea.",
  },
  github: {
    about: "Pushes, pull requests, incidencias, versiones y más",
    where: "En los ajustes del repositorio o de la organización, en Webhooks, añade un webhook.",
  },
  githubsponsors: {
    about: "Patrocinios nuevos y modificados",
    where: "En tu panel de patrocinios, en Webhooks, añade un webhook.",
  },
  gitlab: {
    about: "Pushes, merge requests, incidencias, pipelines y más",
    where: "En los ajustes del proyecto o del grupo, en Webhooks, añade un webhook.",
  },
  gocd: {
    about: "Etapas que empiezan, se superan y fallan",
    where: "Instala el plugin GoCD WebHook Notification de Sentry e introduce la URL de webhook como su WebHook URL.",
  },
  gogs: {
    about: "Pushes, pull requests, incidencias y versiones",
    where: "En los ajustes del repositorio, en Webhooks, añade un webhook de tipo Gogs.",
  },
  grafana: {
    about: "Alertas que saltan y terminan",
    where: "En las alertas de Grafana, añade un punto de contacto de tipo Webhook.",
  },
  harbor: {
    about: "Imágenes, análisis, cuotas y réplicas",
    where: "En el proyecto, en Webhooks, añade un webhook de tipo HTTP.",
  },
  helloworld: {
    about: "La integración más pequeña, para probar",
    where: "Envía JSON con featured_title y featured_url, con cualquier programa.",
  },
  heroku: {
    about: "Versiones, compilaciones y despliegues",
    where: "Añade un webhook a la app, en el panel o con heroku webhooks:add.",
  },
  homeassistant: {
    about: "Mensajes de tu casa",
    where: "En configuration.yaml, añade una notificación REST que envíe message y, si quieres, topic.",
  },
  ifttt: {
    about: "Lo que active un applet",
    where: "Termina el applet con una solicitud web: POST, application/json, con topic y content.",
  },
  intercom: {
    about: "Conversaciones, contactos y empresas",
    where:
      "En el centro de desarrollo de Intercom, añade la URL de webhook a los webhooks de tu app y elige sus temas.",
  },
  jenkins: {
    about: "Compilaciones que empiezan, terminan bien y fallan",
    where: "Con el plugin de notificaciones, añade un endpoint al trabajo: JSON, HTTP.",
  },
  jira: {
    about: "Incidencias y comentarios",
    where: "En los ajustes del sistema de Jira, quien administra puede crear un webhook.",
  },
  json: {
    about: "Cualquier JSON, tal como llega",
    where: "Envía cualquier JSON, con cualquier programa: se muestra como código.",
  },
  lidarr: {
    about: "Álbumes obtenidos, importados y eliminados",
    where: "En los ajustes de Lidarr, en Connect, añade un webhook.",
  },
  linear: {
    about: "Incidencias, subincidencias y comentarios",
    where: "En los ajustes de API del espacio de trabajo, crea un webhook para incidencias y comentarios.",
  },
  netlify: {
    about: "Despliegues que empiezan, terminan bien y fallan",
    where: "En los ajustes de notificaciones del sitio, añade una solicitud HTTP POST para cada evento de despliegue.",
  },
  newrelic: {
    about: "Incidencias que se abren y se cierran",
    where: "En los destinos de alertas de New Relic, añade un webhook y úsalo en un flujo de trabajo.",
  },
  notion: {
    about: "Cambios en páginas",
    where:
      "En los ajustes de tu integración de Notion, suscríbete a los webhooks; el token que pide llega como mensaje.",
  },
  opencollective: {
    about: "Nuevos contribuyentes y contribuciones",
    where: "En los ajustes del colectivo, en Webhooks, añade la URL de webhook.",
  },
  openproject: {
    about: "Paquetes de trabajo creados y modificados",
    where: "En OpenProject, quien administra puede añadir un webhook en API and webhooks.",
  },
  opsgenie: {
    about: "Alertas y qué pasa con ellas",
    where: "En las integraciones de Opsgenie, añade un webhook.",
  },
  pagerduty: {
    about: "Incidentes y quién los atiende",
    where: "En las integraciones de PagerDuty, añade un webhook genérico (v3) para tu servicio.",
  },
  papertrail: {
    about: "Líneas de registro que encuentra una búsqueda",
    where: "Añade una alerta de tipo Webhook a una búsqueda guardada.",
  },
  patreon: {
    about: "Suscripciones nuevas, modificadas y terminadas",
    where: "En el portal de desarrollo de Patreon, en My Webhooks, añade la URL de webhook.",
  },
  pingdom: {
    about: "Comprobaciones que caen y se recuperan",
    where: "En las integraciones de Pingdom, añade un webhook y elígelo en tus comprobaciones.",
  },
  radarr: {
    about: "Películas obtenidas, importadas y eliminadas",
    where: "En los ajustes de Radarr, en Connect, añade un webhook.",
  },
  raygun: {
    about: "Errores en tus programas y quién los atiende",
    where: "En los ajustes de la aplicación, en Integrations, añade un webhook.",
  },
  redmine: {
    about: "Peticiones abiertas y modificadas",
    where: "Con el plugin de webhooks de Redmine, añade la URL de webhook en los ajustes del proyecto.",
  },
  rollbar: {
    about: "Errores en tus programas",
    where: "En los ajustes de notificaciones del proyecto, añade un webhook.",
  },
  rundeck: {
    about: "Trabajos que empiezan, terminan bien y fallan",
    where: "En las notificaciones del trabajo, añade un webhook: POST, JSON.",
  },
  semaphore: {
    about: "Pipelines, compilaciones y despliegues correctos y fallidos",
    where: "En las notificaciones de la organización, crea una regla con la URL de webhook como webhook.",
  },
  sentry: {
    about: "Errores en tus programas e incidencias",
    where:
      "En los ajustes de desarrollo de Sentry, crea una integración interna con la URL de webhook como su webhook.",
  },
  shortcut: {
    about: "Historias y épicas nuevas y modificadas",
    where: "En los ajustes, en Integrations, añade un webhook saliente.",
  },
  slack: {
    about: "Lo que se escribe en los canales públicos de Slack",
    where:
      "Crea una app de Slack que lea canales y personas (channels:read, channels:history, users:read) y suscríbela a message.channels en Event Subscriptions.",
  },
  slack_incoming: {
    about: "Programas que saben escribir en Slack",
    where: "Dale al programa esta URL de webhook en lugar de uno de los webhooks entrantes de Slack.",
  },
  sonarqube: {
    about: "Quality gates superados y fallidos",
    where: "En los ajustes de administración del proyecto, en Webhooks, crea un webhook.",
  },
  sonarr: {
    about: "Episodios obtenidos, importados y eliminados",
    where: "En los ajustes de Sonarr, en Connect, añade un webhook.",
  },
  splunk: {
    about: "Búsquedas que encuentran algo",
    where: "En las acciones de una búsqueda guardada o una alerta, añade un webhook.",
  },
  statuspage: {
    about: "Incidentes y el estado de los componentes",
    where: "Suscríbete a la página de estado por webhook, con esta URL de webhook.",
  },
  stripe: {
    about: "Pagos, facturas, suscripciones y disputas",
    where: "En los ajustes de desarrollo de Stripe, añade un endpoint de webhook.",
  },
  taiga: {
    about: "Historias, tareas, incidencias, épicas y sprints",
    where: "En los ajustes del proyecto, en Integrations, añade un webhook.",
  },
  teamcity: {
    about: "Compilaciones correctas y fallidas",
    where: "Con los webhooks de TeamCity o el plugin tcWebHooks, añade la URL de webhook al proyecto.",
  },
  template: {
    about: "Cualquier JSON o XML, mostrado con tu plantilla",
    where:
      "Envía cualquier JSON o XML, con cualquier programa o servicio. Tus plantillas deciden cómo son los mensajes.",
  },
  travis: {
    about: "Compilaciones correctas y fallidas",
    where: "En .travis.yml, añade la URL de webhook en notifications, webhooks.",
  },
  trello: {
    about: "Tarjetas, listas y miembros de un tablero",
    where:
      "Los webhooks de Trello se crean con su API: POST /1/webhooks con el tablero como idModel y esta URL como callbackURL.",
  },
  "uptime-kuma": {
    about: "Monitores que caen y se recuperan",
    where: "En Uptime Kuma, añade una notificación de tipo Webhook, con JSON como cuerpo.",
  },
  uptimerobot: {
    about: "Monitores que caen y se recuperan",
    where: "En las integraciones de UptimeRobot, añade un webhook que envíe JSON con las variables de UptimeRobot.",
  },
  vercel: {
    about: "Despliegues que empiezan, terminan bien y fallan",
    where: "En los ajustes del equipo, en Webhooks, crea un webhook para los eventos de despliegue.",
  },
  wekan: {
    about: "Tarjetas, listas y carriles de un tablero",
    where: "En los ajustes del tablero, en Outgoing Webhooks, añade la URL de webhook.",
  },
  wordpress: {
    about: "Entradas y páginas que se publican",
    where: "Con un plugin de webhooks, envía post_title, post_url y hook cuando se publique algo.",
  },
  zabbix: {
    about: "Problemas que empiezan y terminan",
    where: "En Zabbix, añade un tipo de medio Webhook que envíe JSON a la URL de webhook.",
  },
  zapier: {
    about: "Lo que active un Zap",
    where: "Termina el Zap con un POST por webhook: JSON con topic y content.",
  },
  zendesk: {
    about: "Tickets nuevos y modificados",
    where: "En el centro de administración de Zendesk, crea un webhook y conéctalo a eventos o a un disparador.",
  },
};
