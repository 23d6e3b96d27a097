import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import type { PeopleChoices } from "../../converters/conversion.ts";
import { readPeopleList } from "../../converters/people-list.ts";
import { type SlackApi, slackApi } from "../../converters/slack/slack-api.ts";
import { Failure } from "../os/failure.ts";

const SLACK_API = "https://slack.com/api/";

type OptionName = "email-domain" | "people" | "other-workspaces" | "slack-token-file" | "slack-api";
type Options = Readonly<Partial<Record<OptionName, string | undefined>>>;

export function peopleChoices({
  "email-domain": emailDomain,
  people,
  "other-workspaces": strangers,
}: Options): PeopleChoices {
  if (emailDomain !== undefined && !/^[^\s@]+\.[^\s@]+$/.test(emailDomain))
    throw new Failure(`--email-domain takes a domain such as example.org, not "${emailDomain}"`, 2);
  if (strangers !== undefined && strangers !== "guests" && strangers !== "deactivated")
    throw new Failure(`--other-workspaces takes "deactivated" or "guests", not "${strangers}"`, 2);
  return {
    ...(emailDomain !== undefined && { emailDomain }),
    ...(people !== undefined && { listed: readPeopleList(readFileSync(people, "utf8")) }),
    ...(strangers !== undefined && { strangers }),
  };
}

/**
 * Returns the Slack API if a token is given in a file or the environment. It isn't an argument, because shells save
 * command lines and other users can see them.
 */
export function slackOf({ "slack-token-file": file, "slack-api": address = SLACK_API }: Options): SlackApi | undefined {
  const token = (file === undefined ? (process.env["PARLEY_SLACK_TOKEN"] ?? "") : readFileSync(file, "utf8")).trim();
  if (token === "") return undefined;
  const url = URL.parse(address);
  const isHere = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !isHere))
    throw new Failure(`--slack-api takes an address with https, not "${address}"`, 2);
  return slackApi({ token, address, fetch, wait });
}
