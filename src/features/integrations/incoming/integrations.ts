import type { Integration } from "./integration.ts";
import { azuredevops } from "./services/azuredevops.ts";
import { bitbucketCloud } from "./services/bitbucket-cloud.ts";
import { bitbucketServer } from "./services/bitbucket-server.ts";
import { forgejo, gitea, gogs } from "./services/gitea.ts";
import { github } from "./services/github.ts";
import { githubsponsors } from "./services/githubsponsors.ts";
import { gitlab } from "./services/gitlab.ts";
import { helloworld } from "./services/helloworld.ts";
import { homeassistant } from "./services/homeassistant.ts";
import { ifttt } from "./services/ifttt.ts";
import { json } from "./services/json.ts";
import { slackIncoming } from "./services/slack-incoming.ts";
import { template } from "./services/template.ts";
import { zapier } from "./services/zapier.ts";

/** All integrations, by their names. */
export const integrations: readonly Integration[] = [
  azuredevops,
  bitbucketCloud,
  bitbucketServer,
  forgejo,
  gitea,
  github,
  githubsponsors,
  gitlab,
  gogs,
  helloworld,
  homeassistant,
  ifttt,
  json,
  slackIncoming,
  template,
  zapier,
];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export const integrationNamed = (name: string): Integration | undefined => byName.get(name);
