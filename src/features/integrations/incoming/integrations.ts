import type { Integration } from "./integration.ts";
import { airbyte } from "./services/airbyte.ts";
import { alertmanager } from "./services/alertmanager.ts";
import { ansibletower } from "./services/ansibletower.ts";
import { appveyor } from "./services/appveyor.ts";
import { azuredevops } from "./services/azuredevops.ts";
import { basecamp } from "./services/basecamp.ts";
import { bitbucketCloud } from "./services/bitbucket-cloud.ts";
import { bitbucketServer } from "./services/bitbucket-server.ts";
import { buildbot } from "./services/buildbot.ts";
import { circleci } from "./services/circleci.ts";
import { dropbox } from "./services/dropbox.ts";
import { freshdesk } from "./services/freshdesk.ts";
import { freshping } from "./services/freshping.ts";
import { front } from "./services/front.ts";
import { forgejo, gitea, gogs } from "./services/gitea.ts";
import { github } from "./services/github.ts";
import { githubsponsors } from "./services/githubsponsors.ts";
import { gitlab } from "./services/gitlab.ts";
import { gocd } from "./services/gocd.ts";
import { grafana } from "./services/grafana.ts";
import { harbor } from "./services/harbor.ts";
import { helloworld } from "./services/helloworld.ts";
import { heroku } from "./services/heroku.ts";
import { homeassistant } from "./services/homeassistant.ts";
import { ifttt } from "./services/ifttt.ts";
import { intercom } from "./services/intercom.ts";
import { jenkins } from "./services/jenkins.ts";
import { jira } from "./services/jira.ts";
import { json } from "./services/json.ts";
import { lidarr } from "./services/lidarr.ts";
import { linear } from "./services/linear.ts";
import { netlify } from "./services/netlify.ts";
import { newrelic } from "./services/newrelic.ts";
import { opencollective } from "./services/opencollective.ts";
import { opsgenie } from "./services/opsgenie.ts";
import { pagerduty } from "./services/pagerduty.ts";
import { papertrail } from "./services/papertrail.ts";
import { patreon } from "./services/patreon.ts";
import { pingdom } from "./services/pingdom.ts";
import { radarr } from "./services/radarr.ts";
import { raygun } from "./services/raygun.ts";
import { rollbar } from "./services/rollbar.ts";
import { rundeck } from "./services/rundeck.ts";
import { semaphore } from "./services/semaphore.ts";
import { sentry } from "./services/sentry.ts";
import { shortcut } from "./services/shortcut.ts";
import { slack } from "./services/slack.ts";
import { slackIncoming } from "./services/slack-incoming.ts";
import { sonarqube } from "./services/sonarqube.ts";
import { sonarr } from "./services/sonarr.ts";
import { splunk } from "./services/splunk.ts";
import { statuspage } from "./services/statuspage.ts";
import { stripe } from "./services/stripe.ts";
import { taiga } from "./services/taiga.ts";
import { teamcity } from "./services/teamcity.ts";
import { template } from "./services/template.ts";
import { travis } from "./services/travis.ts";
import { trello } from "./services/trello.ts";
import { uptimerobot } from "./services/uptimerobot.ts";
import { wekan } from "./services/wekan.ts";
import { wordpress } from "./services/wordpress.ts";
import { zabbix } from "./services/zabbix.ts";
import { zapier } from "./services/zapier.ts";
import { zendesk } from "./services/zendesk.ts";

/** All integrations, by their names. */
export const integrations: readonly Integration[] = [
  airbyte,
  alertmanager,
  ansibletower,
  appveyor,
  azuredevops,
  basecamp,
  bitbucketCloud,
  bitbucketServer,
  buildbot,
  circleci,
  dropbox,
  forgejo,
  freshdesk,
  freshping,
  front,
  gitea,
  github,
  githubsponsors,
  gitlab,
  gocd,
  gogs,
  grafana,
  harbor,
  helloworld,
  heroku,
  homeassistant,
  ifttt,
  intercom,
  jenkins,
  jira,
  json,
  lidarr,
  linear,
  netlify,
  newrelic,
  opencollective,
  opsgenie,
  pagerduty,
  papertrail,
  patreon,
  pingdom,
  radarr,
  raygun,
  rollbar,
  rundeck,
  semaphore,
  sentry,
  shortcut,
  slack,
  slackIncoming,
  sonarqube,
  sonarr,
  splunk,
  statuspage,
  stripe,
  taiga,
  teamcity,
  template,
  travis,
  trello,
  uptimerobot,
  wekan,
  wordpress,
  zabbix,
  zapier,
  zendesk,
];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export const integrationNamed = (name: string): Integration | undefined => byName.get(name);
