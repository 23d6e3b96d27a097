import { entryFor, integration, jsonSample, SILENT } from "../../integration.ts";
import {
  bold,
  code,
  codeBlock,
  duration,
  facts,
  joinItems,
  lines,
  link,
  marked,
  paragraphs,
  wordFor,
} from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const VERBS: Readonly<Record<string, string>> = {
  SUCCESS: "was successful",
  UNSTABLE: "is unstable",
  FAILURE: "has failed",
  ABORTED: "was aborted",
  NOT_BUILT: "was not built",
};
const EVENTS: Readonly<Record<string, string>> = {
  QUEUED: "queued",
  STARTED: "started",
  COMPLETED: "completed",
  FINALIZED: "finalized",
};

const artifacts = (build: Payload) =>
  joinItems(
    build.fields("artifacts").map(([name, one]) => link(name.slice(0, 100), one.oneOf(["archive", "s3"], ""))),
    5,
  );

function tests(build: Payload): string {
  const total = build.number("test_summary.total", 0);
  if (total === 0) return "";
  const failed = build.number("test_summary.failed", 0);
  return `${build.number("test_summary.passed", 0)} of ${total} passed${failed === 0 ? "" : `, ${failed} failed`}`;
}

/**
 * The Notification plugin. By default it reports a finished build twice: when it is completed, and when it is finalized
 * with all details. Use `phase=completed` if it is configured to send only the first.
 */
export const jenkins = integration({
  name: "jenkins",
  title: "Jenkins",
  events: ["started", "completed", "finalized"],
  options: ["phase"],
  render({ payload, option }) {
    const build = payload.at("build");
    const event = entryFor(EVENTS, build.line("phase"));
    const last = option("phase") === "completed" ? "completed" : "finalized";
    if (event !== "started" && event !== last) return SILENT;
    const name = payload.oneOf(["display_name", "name"]);
    const branch = build.line("scm.branch", "");
    const commit = build.line("scm.commit", "");
    const status = build.line("status", "");
    const isOver = event === last;
    const url = build.line("full_url", "");
    const took = build.number("duration", 0);
    const did = isOver ? (wordFor(VERBS, status) ?? "is over") : "has begun";
    const isWell =
      isOver && status === "SUCCESS" ? true : isOver && /FAILURE|UNSTABLE/.test(status) ? false : undefined;
    const culprits = build
      .list("scm.culprits")
      .map(({ value }) => (typeof value === "string" ? value.slice(0, 100) : ""));
    return {
      event,
      topic: name,
      content: paragraphs(
        lines(
          marked(
            isWell,
            `Build ${link(`#${build.line("number", "?")}`, url)} of ${bold(name)} ${did}${isOver && took > 0 ? ` after ${duration(took / 1000)}` : ""}.`,
          ),
          facts({
            Branch: code(branch.replace(/^origin\//, "")),
            Commit: code(shortHash(commit)),
            "Changes by": joinItems(culprits.filter((one) => one !== "")),
            Tests: tests(build),
            Artifacts: artifacts(build),
            Notes: build.line("notes", ""),
            Log: isOver && url !== "" ? link("console output", `${url}console`) : "",
          }),
        ),
        isOver && codeBlock(build.text("log", "")),
      ),
    };
  },
  sample: jsonSample({
    display_name: "nest",
    build: {
      full_url: "https://jenkins.example.com/job/nest/18/",
      number: 18,
      duration: 45000,
      phase: "FINALIZED",
      status: "SUCCESS",
      scm: { branch: "origin/main", commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e", culprits: ["ann"] },
      artifacts: { "nest.zip": { archive: "https://jenkins.example.com/job/nest/18/artifact/nest.zip" } },
      test_summary: { total: 42, failed: 1, passed: 41 },
    },
  }),
});
