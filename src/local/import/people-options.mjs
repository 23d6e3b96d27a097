import { readFileSync } from "node:fs";
import { setTimeout as wait } from "node:timers/promises";
import { readPeopleList } from "../../moving/people-list.ts";
import { slackApi } from "../../moving/slack/slack-api.ts";
import { Failure } from "../system/failure.mjs";

const SLACK = "https://slack.com/api/";

/**
 * @typedef {{ "email-domain"?: string | undefined, people?: string | undefined, "other-workspaces"?: string | undefined,
 *   "slack-token-file"?: string | undefined, "slack-api"?: string | undefined }} Options
 */

/** The choices that the options state about the people in an archive. @param {Options} options @returns {import("../../moving/conversion.ts").PeopleChoices} */
export function peopleChoices({ "email-domain": emailDomain, people, "other-workspaces": strangers }) {
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
 * Slack, where a token is given: in a file or the environment, since the command line is kept by shells and seen by others.
 *
 * @param {Options} options @returns {import("../../moving/slack/slack-api.ts").SlackApi | undefined}
 */
export function slackOf({ "slack-token-file": file, "slack-api": address = SLACK }) {
  const token = (file === undefined ? (process.env["PARLEY_SLACK_TOKEN"] ?? "") : readFileSync(file, "utf8")).trim();
  if (token === "") return undefined;
  const url = URL.parse(address);
  const isHere = url?.protocol === "http:" && ["localhost", "127.0.0.1", "[::1]"].includes(url.hostname);
  if (url === null || (url.protocol !== "https:" && !isHere))
    throw new Failure(`--slack-api takes an address with https, not "${address}"`, 2);
  return slackApi({ token, address, fetch, wait });
}
