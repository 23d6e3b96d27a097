import type { Integration } from "./integration.ts";
import { helloworld } from "./services/helloworld.ts";
import { homeassistant } from "./services/homeassistant.ts";
import { ifttt } from "./services/ifttt.ts";
import { json } from "./services/json.ts";
import { slackIncoming } from "./services/slack-incoming.ts";
import { zapier } from "./services/zapier.ts";

/** All integrations, by their names. */
export const integrations: readonly Integration[] = [helloworld, homeassistant, ifttt, json, slackIncoming, zapier];

const byName = new Map(integrations.map((integration) => [integration.name, integration]));

export const integrationNamed = (name: string): Integration | undefined => byName.get(name);
