import type { Integration } from "./integration.ts";
import { ansibletower } from "./services/builds/ansibletower.ts";
import { appveyor } from "./services/builds/appveyor.ts";
import { buildbot } from "./services/builds/buildbot.ts";
import { circleci } from "./services/builds/circleci.ts";
import { gocd } from "./services/builds/gocd.ts";
import { harbor } from "./services/builds/harbor.ts";
import { heroku } from "./services/builds/heroku.ts";
import { jenkins } from "./services/builds/jenkins.ts";
import { netlify } from "./services/builds/netlify.ts";
import { rundeck } from "./services/builds/rundeck.ts";
import { semaphore } from "./services/builds/semaphore.ts";
import { sonarqube } from "./services/builds/sonarqube.ts";
import { teamcity } from "./services/builds/teamcity.ts";
import { travis } from "./services/builds/travis.ts";
import { githubsponsors } from "./services/business/githubsponsors.ts";
import { opencollective } from "./services/business/opencollective.ts";
import { patreon } from "./services/business/patreon.ts";
import { stripe } from "./services/business/stripe.ts";
import { dropbox } from "./services/general/dropbox.ts";
import { helloworld } from "./services/general/helloworld.ts";
import { homeassistant } from "./services/general/homeassistant.ts";
import { ifttt } from "./services/general/ifttt.ts";
import { json } from "./services/general/json.ts";
import { lidarr } from "./services/general/lidarr.ts";
import { radarr } from "./services/general/radarr.ts";
import { slack } from "./services/general/slack.ts";
import { slackIncoming } from "./services/general/slack-incoming.ts";
import { sonarr } from "./services/general/sonarr.ts";
import { wordpress } from "./services/general/wordpress.ts";
import { zapier } from "./services/general/zapier.ts";
import { basecamp } from "./services/issues/basecamp.ts";
import { jira } from "./services/issues/jira.ts";
import { linear } from "./services/issues/linear.ts";
import { shortcut } from "./services/issues/shortcut.ts";
import { taiga } from "./services/issues/taiga.ts";
import { trello } from "./services/issues/trello.ts";
import { wekan } from "./services/issues/wekan.ts";
import { airbyte } from "./services/monitoring/airbyte.ts";
import { alertmanager } from "./services/monitoring/alertmanager.ts";
import { freshping } from "./services/monitoring/freshping.ts";
import { grafana } from "./services/monitoring/grafana.ts";
import { newrelic } from "./services/monitoring/newrelic.ts";
import { opsgenie } from "./services/monitoring/opsgenie.ts";
import { pagerduty } from "./services/monitoring/pagerduty.ts";
import { papertrail } from "./services/monitoring/papertrail.ts";
import { pingdom } from "./services/monitoring/pingdom.ts";
import { raygun } from "./services/monitoring/raygun.ts";
import { rollbar } from "./services/monitoring/rollbar.ts";
import { sentry } from "./services/monitoring/sentry.ts";
import { splunk } from "./services/monitoring/splunk.ts";
import { statuspage } from "./services/monitoring/statuspage.ts";
import { uptimerobot } from "./services/monitoring/uptimerobot.ts";
import { zabbix } from "./services/monitoring/zabbix.ts";
import { freshdesk } from "./services/support/freshdesk.ts";
import { front } from "./services/support/front.ts";
import { intercom } from "./services/support/intercom.ts";
import { zendesk } from "./services/support/zendesk.ts";
import { azuredevops } from "./services/version-control/azuredevops.ts";
import { bitbucketCloud } from "./services/version-control/bitbucket-cloud.ts";
import { bitbucketServer } from "./services/version-control/bitbucket-server.ts";
import { forgejo, gitea, gogs } from "./services/version-control/gitea.ts";
import { github } from "./services/version-control/github.ts";
import { gitlab } from "./services/version-control/gitlab.ts";
import { template } from "./template/template-integration.ts";

/** The integrations by their categories in the gallery. */
const byCategory: Readonly<Record<string, readonly Integration[]>> = {
  builds: [
    ansibletower,
    appveyor,
    buildbot,
    circleci,
    gocd,
    harbor,
    heroku,
    jenkins,
    netlify,
    rundeck,
    semaphore,
    sonarqube,
    teamcity,
    travis,
  ],
  business: [githubsponsors, opencollective, patreon, stripe],
  general: [
    dropbox,
    helloworld,
    homeassistant,
    ifttt,
    json,
    lidarr,
    radarr,
    slack,
    slackIncoming,
    sonarr,
    template,
    wordpress,
    zapier,
  ],
  issues: [basecamp, jira, linear, shortcut, taiga, trello, wekan],
  monitoring: [
    airbyte,
    alertmanager,
    freshping,
    grafana,
    newrelic,
    opsgenie,
    pagerduty,
    papertrail,
    pingdom,
    raygun,
    rollbar,
    sentry,
    splunk,
    statuspage,
    uptimerobot,
    zabbix,
  ],
  support: [freshdesk, front, intercom, zendesk],
  "version control": [azuredevops, bitbucketCloud, bitbucketServer, forgejo, gitea, github, gitlab, gogs],
};

/** All integrations, in the order of their names. */
export const integrations = Object.entries(byCategory)
  .flatMap(([category, all]) => all.map((one) => ({ events: [], ...one, category })))
  .sort((a, b) => (a.name < b.name ? -1 : 1));

const integrationsByName = new Map(integrations.map((integration) => [integration.name, integration]));

export const integrationNamed = (name: string): Integration | undefined => integrationsByName.get(name);
