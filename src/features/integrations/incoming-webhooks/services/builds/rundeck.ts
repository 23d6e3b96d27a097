import { integration, jsonSample } from "../../integration.ts";
import {
  code,
  duration,
  facts,
  joinItems,
  lines,
  link,
  marked,
  momentOf,
  spaced,
  time,
  wordFor,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Job events that trigger notifications. */
const TRIGGERS = ["avgduration", "failure", "retryablefailure", "start", "success"];

const VERBS: Readonly<Record<string, string>> = {
  aborted: "was aborted",
  failed: "failed",
  "failed-with-retry": "failed, and is tried again",
  running: "started",
  scheduled: "started",
  succeeded: "succeeded",
  timedout: "timed out",
};
const BAD = ["aborted", "failed", "failed-with-retry", "timedout"];

/** Returns an execution's start or end time: in milliseconds since 1970, possibly as a string, or else in ISO 8601. */
const executionTime = (execution: Payload, which: string) =>
  execution.oneOf([`date-${which}.unixtime`, `date-${which}.date`], "");

function took(execution: Payload): string {
  const [from, to] = [momentOf(executionTime(execution, "started")), momentOf(executionTime(execution, "ended"))];
  return from === undefined || to === undefined ? "" : duration((to - from) / 1000);
}

export const rundeck = integration({
  name: "rundeck",
  title: "Rundeck",
  events: TRIGGERS,
  render({ payload, header }) {
    const execution = payload.at("execution");
    const topic = execution.line("job.name");
    const status = execution.line("status", payload.line("status", ""));
    const trigger = payload.line("trigger", header("X-Rundeck-Notification-Trigger"));
    const usually = execution.number("job.averageDuration", 0);
    const isLong = trigger === "avgduration";
    const isWell = status === "succeeded" ? true : BAD.includes(status) ? false : undefined;
    const did = isLong ? "runs longer than usual" : (wordFor(VERBS, status) ?? `is ${spaced(status || "known")}`);
    const run = link(`#${execution.line("id")}`, execution.oneOf(["permalink", "href"], ""));
    const job = link(topic, execution.oneOf(["job.permalink"], ""));
    return {
      ...(TRIGGERS.includes(trigger) ? { event: trigger } : {}),
      topic,
      content: lines(
        marked(isWell, `${job}: execution ${run} ${did}.`),
        facts({
          Project: execution.line("project", ""),
          By: execution.line("user", ""),
          Options: code(execution.line("argstring", "")),
          Started: time(executionTime(execution, "started")),
          Duration: took(execution),
          Usually: isLong && usually > 0 ? duration(usually / 1000) : "",
          "Failed nodes": joinItems(
            execution.list("failedNodes").map((node) => code(typeof node.value === "string" ? node.value : "?")),
          ),
        }),
      ),
    };
  },
  sample: jsonSample({
    trigger: "success",
    status: "succeeded",
    executionId: 7,
    execution: {
      id: 7,
      href: "https://rundeck.example.com/project/nest/execution/show/7",
      status: "succeeded",
      project: "nest",
      user: "ann",
      "date-started": { unixtime: 1768033800000 },
      "date-ended": { unixtime: 1768033925000 },
      job: { name: "Oil the lids", permalink: "https://rundeck.example.com/project/nest/job/show/a0296d93" },
    },
  }),
});
