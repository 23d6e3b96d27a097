import { entryFor, integration, jsonSample, type WebhookMessage } from "../../integration.ts";
import { bold, code, facts, lines, link, listItem, marked, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const MAX_CHANGES = 10;

interface Build {
  readonly name: string;
  readonly number: string;
  readonly branch: string;
  readonly isPersonal: boolean;
  readonly said: string;
  readonly isWell: boolean | undefined;
  readonly url: string;
  readonly details: Record<string, string>;
  readonly changes: readonly string[];
}

function message({ name, number, branch, isPersonal, said, isWell, url, details, changes }: Build): WebhookMessage {
  const build = `${isPersonal ? "Personal build" : "Build"} ${link(number === "" ? name : `#${number}`, url)}`;
  const of = `${build} of ${bold(name)}${branch === "" ? "" : ` on ${code(branch)}`}`;
  return {
    topic: `${name}${branch === "" ? "" : ` (${branch})`}`,
    content: lines(marked(isWell, `${of} ${said}.`), facts(details), ...changes.slice(0, MAX_CHANGES)),
  };
}

/** Wording for a result, alone or relative to the previous one. */
const RESULTS: Readonly<Record<string, string>> = {
  "failure broken": "is broken",
  "failure unchanged": "is still broken",
  "failure fixed": "has failed",
  "failure unknown": "has failed",
  "success fixed": "was fixed",
  "success unchanged": "was successful",
  "success broken": "was successful",
  "success unknown": "was successful",
};

const plain = (build: Payload, path: string) => {
  const text = build.line(path, "");
  return text === "null" || text === "<default>" ? "" : text;
};

/** Older versions mark a personal build only by one of its properties. */
const marksPersonal = (property: Payload) =>
  property.line("name", "") === "env.BUILD_IS_PERSONAL" && property.is("value");

/** Renders an event of the tcWebHooks plugin. */
function ofPlugin(build: Payload): WebhookMessage {
  const result = build.line("buildResult", "unknown");
  const said = wordFor(RESULTS, `${result} ${build.line("buildResultDelta", "unknown")}`);
  const isRunning = result === "running" || build.line("notifyType", "") === "buildStarted";
  const isInterrupted = build.line("notifyType", "") === "buildInterrupted";
  const url = build.line("buildStatusUrl", "");
  const tab = (text: string, name: string) => link(text, `${url}${url.includes("?") ? "&" : "?"}tab=${name}`);
  const reason = build.line("buildStatus", "");
  return message({
    name: build.oneOf(["buildFullName", "buildName"]),
    number: build.line("buildNumber", ""),
    branch: plain(build, "branchDisplayName") || plain(build, "branchName"),
    isPersonal: build.is("buildIsPersonal") || build.list("teamcityProperties").some(marksPersonal),
    said: isInterrupted ? "was interrupted" : isRunning ? "has begun" : (said ?? `is over: ${result}`),
    isWell:
      isInterrupted || isRunning ? undefined : result === "success" ? true : result === "failure" ? false : undefined,
    url,
    details: {
      Status: isRunning || /^(success|failure)$/i.test(reason) ? "" : reason,
      "Triggered by": plain(build, "triggeredBy"),
      Agent: plain(build, "agentName"),
      Comment: plain(build, "comment"),
      Links: url === "" ? "" : `${tab("changes", "buildChangesDiv")}, ${tab("build log", "buildLog")}`,
    },
    changes: build
      .list("changes")
      .map((one) =>
        listItem(`${one.line("change.comment", "a change")} (${one.oneOf(["change.username", "version"], "?")})`),
      ),
  });
}

const EVENTS: Readonly<Record<string, string>> = {
  BUILD_STARTED: "has begun",
  BUILD_FINISHED: "is over",
  BUILD_INTERRUPTED: "was interrupted",
};

/** Renders an event of TeamCity's own webhooks. */
function ofServer(payload: Payload): WebhookMessage {
  const event = payload.line("eventType");
  const said = entryFor(EVENTS, event);
  const build = payload.at("payload");
  const status = event === "BUILD_FINISHED" ? build.line("status", "") : "";
  return message({
    name: [build.line("buildType.projectName", ""), build.oneOf(["buildType.name", "buildTypeId"])]
      .filter((part) => part !== "")
      .join(" :: "),
    number: build.line("number", ""),
    branch: plain(build, "branchName"),
    isPersonal: build.is("personal"),
    said: wordFor(RESULTS, `${status.toLowerCase()} unknown`) ?? said,
    isWell: status === "" ? undefined : status === "SUCCESS" ? true : status === "UNKNOWN" ? undefined : false,
    url: build.line("webUrl", ""),
    details: {
      Status: status === "" ? "" : build.line("statusText", ""),
      "Triggered by": build.oneOf(["triggered.user.name", "triggered.user.username"], ""),
    },
    changes: [],
  });
}

export const teamcity = integration({
  name: "teamcity",
  title: "TeamCity",
  render: ({ payload }) => (payload.has("eventType") ? ofServer(payload) : ofPlugin(payload.at("build"))),
  sample: jsonSample({
    build: {
      buildStatus: "Tests failed: 1, passed: 41",
      buildResult: "failure",
      buildResultDelta: "broken",
      buildFullName: "Birds :: Nest",
      buildNumber: "7",
      buildStatusUrl: "https://teamcity.example.com/viewLog.html?buildTypeId=Birds_Nest&buildId=746",
      agentName: "Agent 1",
      branchDisplayName: "main",
      triggeredBy: "Ann",
      changes: [{ change: { comment: "Oil the lid", username: "ann" } }],
    },
  }),
});
