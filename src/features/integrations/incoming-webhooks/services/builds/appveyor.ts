import { integration, jsonSample } from "../../integration.ts";
import { facts, lines, link, marked, momentOf, time } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const EVENTS = ["build_success", "build_failure", "build_status_changed"];

export const appveyor = integration({
  name: "appveyor",
  title: "AppVeyor",
  events: EVENTS,
  render({ payload }) {
    const event = payload.line("eventName", "");
    const data = payload.at("eventData");
    const project = data.line("projectName");
    const build = link(`Build ${project} ${data.line("buildVersion", "")}`.trim(), data.line("buildUrl", ""));
    const isWell = data.is("passed") ? true : data.is("failed") ? false : undefined;
    return {
      ...(EVENTS.includes(event) && { event }),
      topic: project,
      content: lines(
        marked(isWell, `${build}: ${data.line("status")}`),
        facts({
          Commit: commitOf(data),
          Branch: data.line("branch", ""),
          Started: formatTime(data.line("started", "")),
          Finished: formatTime(data.line("finished", "")),
        }),
      ),
    };
  },
  sample: jsonSample({
    eventName: "build_success",
    eventData: {
      passed: true,
      failed: false,
      status: "Success",
      started: "1/10/2026 8:28 AM",
      finished: "1/10/2026 8:30 AM",
      projectName: "nest",
      buildVersion: "2.0.59",
      branch: "main",
      commitId: "1dc6aa6942",
      committerName: "Ann",
      commitMessage: "Oil the lid",
      buildUrl: "https://ci.appveyor.com/project/birds/nest/build/2.0.59",
      commitUrl: "https://github.com/birds/nest/commit/1dc6aa6942",
    },
  }),
});

function commitOf(data: Payload): string {
  const id = data.line("commitId", "");
  if (id === "") return "";
  const who = data.oneOf(["committerName", "commitAuthor"], "");
  const commit = link(`${id} ${data.line("commitMessage", "")}`, data.line("commitUrl", ""));
  return `${commit}${who === "" ? "" : ` by ${who}`}`;
}

/** Formats AppVeyor's times, such as `9/9/2018 7:04 PM`, which are in UTC. */
const formatTime = (text: string): string => (momentOf(`${text} UTC`) === undefined ? text : time(`${text} UTC`));
