import { configured, integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { bold, code, duration, facts, lines, link, marked, momentOf, spaced, truncate } from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const EVENTS = ["ping", "job-completed", "workflow-completed"];

/** Returns an item's duration, or "" if it hasn't finished. */
function took(item: Payload, from: string): string {
  const [start, end] = [momentOf(item.line(from, "")), momentOf(item.line("stopped_at", ""))];
  return start === undefined || end === undefined || end < start ? "" : ` in ${duration((end - start) / 1000)}`;
}

/** Returns the source that was built. GitHub and Bitbucket have one format, GitLab and GitHub's newer app another. */
function sourceOf(pipeline: Payload): Record<string, string> {
  const [vcs, gitlab, git] = ["vcs", "trigger_parameters.gitlab", "trigger_parameters.git"].map((at) =>
    pipeline.at(at),
  );
  const first = (...found: readonly (readonly [Payload | undefined, string])[]) =>
    found.map(([at, path]) => at?.line(path, "") ?? "").find((text) => text !== "") ?? "";
  const commit = first([vcs, "revision"], [gitlab, "commit_sha"], [git, "checkout_sha"], [git, "commit_sha"]);
  const repository = first([vcs, "target_repository_url"], [gitlab, "web_url"], [git, "repo_url"]);
  const subject = first([vcs, "commit.subject"], [gitlab, "commit_title"], [git, "commit_title"]);
  const tag = first([vcs, "tag"], [gitlab, "tag"], [git, "tag"]);
  const branch = tag === "" ? first([vcs, "branch"], [gitlab, "branch"], [git, "branch"]) : "";
  const path = repository.includes("gitlab") ? "-/commit" : repository.includes("bitbucket") ? "commits" : "commit";
  const url = `${repository}/${path}/${commit}`;
  return {
    Branch: code(branch),
    Tag: code(tag),
    Commit: commit === "" ? "" : `${link(shortHash(commit), url)} ${truncate(subject, 200)}`.trim(),
    Author: first([vcs, "commit.author.name"], [gitlab, "commit_author_name"], [git, "commit_author_name"]),
  };
}

export const circleci = integration({
  name: "circleci",
  title: "CircleCI",
  events: EVENTS,
  deliveryId: "payload:id",
  signature: { by: "hmac", header: "circleci-signature" },
  render({ payload }) {
    const event = payload.line("type");
    if (!EVENTS.includes(event)) throw new UnsupportedEvent(event);
    if (event === "ping")
      return { event, topic: payload.line("project.name", "CircleCI"), content: configured("CircleCI") };
    const project = payload.line("project.name");
    const [pipeline, workflow, job] = [payload.at("pipeline"), payload.at("workflow"), payload.at("job")];
    const isJob = event === "job-completed";
    const status = (isJob ? job : workflow).line("status");
    const url = workflow.line("url", "");
    const number = job.line("number", "");
    const name = isJob
      ? `Job ${link(job.line("name"), url !== "" && number !== "" ? `${url}/jobs/${number}` : url)} of workflow ${workflow.line("name", "?")}`
      : `Workflow ${link(workflow.line("name"), url)}`;
    const isWell = status === "success" ? true : /fail|error|timedout|unauthorized/.test(status) ? false : undefined;
    const of = ` of ${bold(project)}, pipeline ${pipeline.line("number", "?")}`;
    const said = `${name}${of}: ${bold(spaced(status))}${took(isJob ? job : workflow, isJob ? "started_at" : "created_at")}.`;
    return { event, topic: project, content: lines(marked(isWell, said), facts(sourceOf(pipeline))) };
  },
  sample: jsonSample({
    type: "workflow-completed",
    project: { name: "nest" },
    workflow: {
      name: "build",
      created_at: "2026-01-10T08:29:30Z",
      stopped_at: "2026-01-10T08:31:00Z",
      url: "https://app.circleci.com/pipelines/github/birds/nest/130/workflows/fda08377",
      status: "success",
    },
    pipeline: {
      number: 130,
      vcs: {
        target_repository_url: "https://github.com/birds/nest",
        revision: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
        commit: { subject: "Oil the lid", author: { name: "Ann" } },
        branch: "main",
      },
    },
  }),
});
