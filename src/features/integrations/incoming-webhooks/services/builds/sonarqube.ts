import { entryFor, integration, jsonSample } from "../../integration.ts";
import { bold, code, facts, lines, link, marked, paragraphs, spaced, time } from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const MAX_CONDITIONS = 30;
const SAID: Readonly<Record<string, string>> = {
  OK: "passed",
  ERROR: "failed",
  WARN: "passed with warnings",
  NONE: "was analysed",
};

function condition(one: Payload): string {
  const limit = one.line("errorThreshold", one.line("warningThreshold", ""));
  const sign = one.line("operator", "") === "LESS_THAN" ? "at least" : "at most";
  const value = one.line("value", "no value");
  return `* ${spaced(one.line("metric", "?"))}: ${bold(value)}${limit === "" ? "" : ` (${sign} ${limit} is wanted)`}`;
}

export const sonarqube = integration({
  name: "sonarqube",
  title: "SonarQube",
  deliveryId: "payload:taskId",
  signature: { by: "hmac", header: "X-Sonar-Webhook-HMAC-SHA256" },
  render({ payload }) {
    const name = payload.line("project.name", payload.line("project.key", "")) || payload.line("project.name");
    const branch = payload.line("branch.name", "");
    const project = link(name, payload.oneOf(["branch.url", "project.url"], ""));
    const isPull = payload.line("branch.type", "") === "PULL_REQUEST";
    const of = `${project}${branch === "" ? "" : isPull ? ` (pull request ${branch})` : ` (${code(branch)})`}`;
    const topic = branch === "" ? name : `${name} / ${branch}`;
    const task = payload.line("status", "SUCCESS");
    if (task === "FAILED" || task === "CANCELED") {
      return {
        topic,
        content: marked(false, `The analysis of ${of} ${task === "FAILED" ? "has failed" : "was canceled"}.`),
      };
    }
    const status = payload.line("qualityGate.status", "NONE");
    const said = entryFor(SAID, status);
    const gate = payload.line("qualityGate.name", "");
    const failed = payload
      .list("qualityGate.conditions")
      .filter((one) => ["ERROR", "WARN"].includes(one.line("status", "")));
    const revision = payload.line("revision", "");
    return {
      topic,
      content: paragraphs(
        lines(
          marked(
            status === "OK" ? true : status === "ERROR" ? false : undefined,
            status === "NONE"
              ? `${of} ${said}.`
              : `${of} ${said} the quality gate${gate === "" ? "" : ` ${bold(gate)}`}.`,
          ),
          facts({
            Analysed: payload.has("analysedAt") ? time(payload.line("analysedAt")) : "",
            Revision: code(shortHash(revision)),
          }),
        ),
        lines(...failed.slice(0, MAX_CONDITIONS).map(condition)),
      ),
    };
  },
  sample: jsonSample({
    analysedAt: "2026-01-10T08:30:00+0000",
    revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    project: { name: "Nest" },
    branch: { name: "main", url: "https://sonar.example.com/dashboard?id=nest&branch=main" },
    qualityGate: {
      name: "Birds",
      status: "ERROR",
      conditions: [
        { metric: "new_coverage", operator: "LESS_THAN", value: "12.5", status: "ERROR", errorThreshold: "80" },
      ],
    },
  }),
});
