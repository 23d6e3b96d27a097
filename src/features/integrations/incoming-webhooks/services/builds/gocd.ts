import { integration, jsonSample, SILENT } from "../../integration.ts";
import { code, facts, lines, link, marked } from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

export const gocd = integration({
  name: "gocd",
  title: "GoCD",
  render({ payload }) {
    // Agents aren't reported, because they come and go.
    if (payload.line("type") !== "stage") return SILENT;
    const pipeline = payload.at("data.pipeline");
    const stage = pipeline.at("stage");
    const topic = `${pipeline.line("name")} / ${stage.line("name")}`;
    const isRunning = stage.line("state").toLowerCase() === "building";
    const result = stage.line("result", "Unknown");
    const isWell = isRunning ? undefined : result === "Passed" ? true : result === "Failed" ? false : undefined;
    const said = isRunning ? "began" : result.toLowerCase();
    return {
      topic,
      content: lines(
        marked(isWell, `Run ${pipeline.line("counter", "?")} of ${topic}: **${said}**`),
        facts({
          Commit:
            pipeline
              .list("build-cause")
              .map(commitOf)
              .find((commit) => commit !== "") ?? "",
          Started: stage.line("create-time", ""),
          Finished: isRunning ? "" : stage.line("last-transition-time", ""),
          ...(isRunning ? {} : jobsOf(stage)),
        }),
      ),
    };
  },
  sample: jsonSample({
    type: "stage",
    data: {
      pipeline: {
        name: "nest",
        counter: "6",
        "build-cause": [
          {
            material: {
              type: "git",
              "git-configuration": { branch: "main", url: "https://github.com/birds/nest.git" },
            },
            modifications: [{ revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e" }],
          },
        ],
        stage: {
          name: "test",
          state: "Passed",
          result: "Passed",
          "create-time": "Jan 10, 2026, 8:28:00 AM",
          "last-transition-time": "Jan 10, 2026, 8:30:00 AM",
          jobs: [{ name: "unit", state: "Completed", result: "Passed" }],
        },
      },
    },
  }),
});

function commitOf(cause: Payload): string {
  const git = cause.at("material.git-configuration");
  const id = cause.line("modifications.0.revision", "");
  if (id === "" || !git.has("url")) return "";
  const url = git.line("url", "").replace(/(?:\.git)?\/*$/, "");
  const branch = git.line("branch", "");
  return `${link(shortHash(id), `${url}/commit/${id}`)}${branch === "" ? "" : ` on ${code(branch)}`}`;
}

function jobsOf(stage: Payload): Record<string, string> {
  const jobs = new Map<string, string[]>();
  for (const job of stage.list("jobs").slice(0, 50)) {
    const result = job.line("result", "Unknown").replace(/\*/g, "");
    jobs.set(result, [...(jobs.get(result) ?? []), code(job.line("name", "?"))]);
  }
  return Object.fromEntries([...jobs].map(([result, names]) => [`Jobs ${result.toLowerCase()}`, names.join(", ")]));
}
