import { integration, jsonSample, type WebhookMessage } from "../../integration.ts";
import { code, facts, firstLine, joinItems, lines, link, marked } from "../../render/compose.ts";
import { pathOfRef, shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const EVENTS = ["build", "deploy", "branch", "pull_request", "tag"];

/** Semaphore 2.0, and its predecessor, Semaphore Classic. */
export const semaphore = integration({
  name: "semaphore",
  title: "Semaphore",
  events: EVENTS,
  signature: { by: "hmac", header: "X-Semaphore-Signature-256" },
  render({ payload, namesSubject }) {
    const message = payload.has("event") ? ofClassic(payload) : ofPipeline(payload);
    return namesSubject ? { ...message, content: `[${message.topic}] ${message.content}` } : message;
  },
  sample: jsonSample({
    version: "1.0.0",
    workflow: { id: "84383f37-d025-4811-b719-61c6acc92a1e" },
    revision: {
      reference_type: "branch",
      sender: { login: "ann" },
      commit_sha: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      commit_message: "Oil the lid",
      branch: { name: "main" },
    },
    repository: { url: "https://github.com/birds/nest", slug: "birds/nest" },
    project: { name: "nest" },
    pipeline: { name: "Tests", state: "done", result: "passed" },
    organization: { name: "birds" },
  }),
});

const isWell = (result: string) => (result === "passed" ? true : result === "failed" ? false : undefined);
const topicOf = (project: string, branch: string) => (branch === "" ? project : `${project}/${branch}`);
const eventOf = (event: string) => (EVENTS.includes(event) ? { event } : {});

function ofClassic(payload: Payload): WebhookMessage {
  const event = payload.line("event");
  const result = payload.line("result");
  const commit = payload.at("commit");
  const number = payload.line("build_number", "");
  const build = (url: string, name: string) => link(`${name} ${number}`.trim(), payload.line(url, ""));
  const deploy = link(`Deploy ${payload.line("number", "")}`.trim(), payload.line("html_url", ""));
  const said = {
    build: build("build_url", "Build"),
    deploy: `${deploy} of ${build("build_html_url", "build")}`,
  };
  const what = event === "build" || event === "deploy" ? said[event] : event;
  const hash = shortHash(commit.line("id", ""));
  const content = lines(
    marked(isWell(result), `${what}: ${result}`),
    facts({
      Commit: link(`${hash} ${firstLine(commit.text("message", ""))}`, commit.line("url", "")),
      Author: commit.oneOf(["author_name", "author_email"], ""),
      Server: event === "deploy" ? payload.line("server_name", "") : "",
    }),
  );
  return { ...eventOf(event), topic: topicOf(payload.line("project_name"), payload.line("branch_name", "")), content };
}

function ofPipeline(payload: Payload): WebhookMessage {
  const [revision, pipeline] = [payload.at("revision"), payload.at("pipeline")];
  const event = revision.line("reference_type");
  const result = pipeline.line("result");
  const organization = payload.line("organization.name", "");
  const workflow = payload.line("workflow.id", "");
  const isLinked = /^[\w-]+$/.test(organization) && /^[\w-]+$/.test(workflow);
  const url = isLinked ? `https://${organization}.semaphoreci.com/workflows/${workflow}` : "";
  const { branch, ...changed } = changedBy(revision, event, githubOf(payload));
  const failure = pipeline.line("error_description", "");
  const content = lines(
    marked(isWell(result), `Pipeline ${link(pipeline.line("name"), url)}: ${result}`),
    facts({
      ...changed,
      Author: revision.line("sender.login", ""),
      Error: failure,
      "Failed jobs": joinItems(failedJobs(payload)),
    }),
  );
  return { ...eventOf(event), topic: topicOf(payload.line("project.name"), branch), content };
}

const failedJobs = (payload: Payload): string[] =>
  payload
    .list("blocks")
    .flatMap((block) => block.list("jobs"))
    .filter((job) => job.line("result", "") === "failed")
    .map((job) => code(job.line("name", "?")));

/** Returns a GitHub repository's URL, or "" for other hosts, whose page URLs aren't known. */
function githubOf(payload: Payload): string {
  const url = payload.line("repository.url", "");
  return /^https:\/\/github\.com\/[\w./-]+$/.test(url) ? url.replace(/(?:\.git)?\/*$/, "") : "";
}

function changedBy(revision: Payload, event: string, github: string): Record<string, string> & { branch: string } {
  const at = (path: string) => (github === "" ? "" : `${github}/${path}`);
  if (event === "branch") {
    const branch = revision.line("branch.name", "");
    const id = revision.line("commit_sha", "");
    const commit = `${shortHash(id)} ${firstLine(revision.text("commit_message", ""))}`;
    return { branch, Commit: link(commit, at(`commit/${id}`)), Branch: code(branch) };
  }
  if (event === "pull_request") {
    const pull = revision.at("pull_request");
    const [number, branch] = [pull.line("number"), pull.line("branch_name", "")];
    const name = link(`#${number} ${pull.line("name", "")}`, at(`pull/${number}`));
    return { branch, "Pull request": name, Branch: code(branch) };
  }
  const tag = revision.line("tag.name", "");
  return { branch: "", Tag: tag === "" ? "" : link(tag, at(`tree/${pathOfRef(tag)}`)) };
}
