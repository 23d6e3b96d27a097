import { configured, entryFor, integration, jsonSample, SILENT } from "../../integration.ts";
import { code, link, paragraphs, quote, spaced, withQuote, wordFor } from "../../render/compose.ts";
import {
  inRepository,
  isWantedBranch,
  nameOfRef,
  pathOfRef,
  pushText,
  quoteBody,
  shortHash,
  tagText,
} from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";
import { issueEvents } from "./github-issues.ts";
import {
  commented,
  type EventRenderer,
  isWithoutChange,
  repositoryOf,
  senderOf,
  transferTarget,
} from "./github-payload.ts";
import { pullRequestEvents } from "./github-pull-requests.ts";

const refTold: (done: "created" | "deleted") => EventRenderer = (done) => (payload) => {
  const kind = payload.line("ref_type", "branch");
  const ref = payload.line("ref", "");
  const isRepository = kind === "repository";
  const url = `${payload.line("repository.html_url", "")}/tree/${pathOfRef(ref)}`;
  const shown = isRepository ? "the repository" : `${kind} ${done === "created" ? link(ref, url) : code(ref)}`;
  const topic = kind === "branch" ? `${repositoryOf(payload)} / ${ref}` : repositoryOf(payload);
  return { event: done === "created" ? "create" : "delete", topic, content: `${senderOf(payload)} ${done} ${shown}.` };
};

const push: EventRenderer = (payload, { option }) => {
  const ref = payload.text("ref");
  const repository = repositoryOf(payload);
  const who = payload.oneOf(["sender.login", "pusher.name"]);
  const isDeleted = payload.is("deleted");
  if (ref.startsWith("refs/tags/")) {
    const tag = nameOfRef(ref);
    const url = `${payload.line("repository.html_url", "")}/releases/tag/${pathOfRef(tag)}`;
    return { event: "push_tags", topic: repository, content: tagText(who, tag, url, isDeleted) };
  }
  const branch = nameOfRef(ref);
  // A merge queue pushes to its own branches.
  if (branch.startsWith("gh-readonly-queue/") || !isWantedBranch(option("branches"), branch)) return SILENT;
  const commits = payload.list("commits").map((commit) => ({
    id: commit.line("id"),
    message: commit.text("message", ""),
    url: commit.line("url", ""),
    author: commit.oneOf(["author.username", "author.name"], ""),
  }));
  const kind = isDeleted ? "deleted" : payload.is("created") ? "created" : payload.is("forced") ? "forced" : "pushed";
  const url = payload.line("compare", "");
  const head = payload.line("after", "");
  const headUrl = payload.line("head_commit.url", url);
  return {
    event: "push_commits",
    topic: `${repository} / ${branch}`,
    content: pushText({ who, branch, url, kind, commits, head, headUrl }),
  };
};

const commitComment: EventRenderer = (payload) => {
  const comment = payload.at("comment");
  const commit = comment.line("commit_id");
  const url = comment.line("html_url", "");
  const page = `${payload.line("repository.html_url", "")}/commit/${commit}`;
  const place = comment.has("path") ? ` in ${code(comment.line("path"))}` : "";
  return {
    event: "commit_comment",
    topic: repositoryOf(payload),
    content: paragraphs(
      `${comment.line("user.login", senderOf(payload))} ${link("commented", url)} on commit ${link(shortHash(commit), page)}${place}:`,
      quoteBody(comment.text("body", "")),
    ),
  };
};

const environment = (payload: Payload) =>
  payload.oneOf(["deployment.environment", "deployment_status.environment"], "production");
const deploymentTopic = (payload: Payload) => `${repositoryOf(payload)} / Deployment on ${environment(payload)}`;

const discussionTopic = (payload: Payload) =>
  `${repositoryOf(payload)} discussion #${payload.number("discussion.number")}: ${payload.line("discussion.title", "")}`;
const discussionLink = (payload: Payload, namesSubject: boolean) => {
  const name = `discussion #${payload.number("discussion.number")}`;
  return link(
    namesSubject ? `${name} ${payload.line("discussion.title", "")}` : name,
    payload.line("discussion.html_url", ""),
  );
};

const ofRepository =
  (event: string, text: (payload: Payload) => string): EventRenderer =>
  (payload) => ({ event, topic: repositoryOf(payload), content: `${senderOf(payload)} ${text(payload)}` });

const repositoryLink = (payload: Payload) =>
  link(payload.oneOf(["repository.full_name", "repository.name"]), payload.line("repository.html_url", ""));

const renderers: Readonly<Record<string, EventRenderer>> = {
  push,
  ...issueEvents,
  commit_comment: commitComment,
  create: refTold("created"),
  delete: refTold("deleted"),
  ...pullRequestEvents,
  check_run(payload) {
    const run = payload.at("check_run");
    // Unfinished runs are omitted. GitHub sends a requested rerun with its last result, and "created" even for runs
    // that it reports only at their end.
    if (run.line("status", "") !== "completed" || payload.line("action", "") === "created") return SILENT;
    const head = run.line("head_sha", "");
    const page = `${payload.line("repository.html_url", "")}/commit/${head}`;
    const result = spaced(run.line("conclusion", "unknown"));
    const content = `Check ${link(run.line("name"), run.line("html_url", ""))} completed (${result}) for ${link(shortHash(head), page)}.`;
    return { event: "check_run", topic: `${repositoryOf(payload)} / checks`, content };
  },
  deployment: (payload) => ({
    event: "deployment",
    topic: deploymentTopic(payload),
    content: paragraphs(
      `${senderOf(payload)} created a deployment of ${code(payload.line("deployment.ref", "?"))} on ${environment(payload)}.`,
      quote(payload.text("deployment.description", "")),
    ),
  }),
  deployment_status(payload) {
    const status = payload.at("deployment_status");
    const url = status.oneOf(["environment_url", "log_url", "target_url"], "");
    const content = `Deployment on ${link(environment(payload), url)} changed its status to **${spaced(status.line("state"))}**.`;
    return {
      event: "deployment_status",
      topic: deploymentTopic(payload),
      content: paragraphs(content, quote(status.text("description", ""))),
    };
  },
  discussion(payload, { namesSubject }) {
    const action = payload.line("action");
    const isNew = action === "created";
    const at = wordFor({ created: "in", category_changed: "to", transferred: "to" }, action);
    const place =
      action === "transferred"
        ? transferTarget(payload, "discussion")
        : payload.line("discussion.category.name", "discussions");
    const where = at === undefined ? "" : ` ${at} ${place}`;
    const label = code(payload.line("label.name", "?"));
    const did = wordFor(
      {
        answered: `chose an ${link("answer", payload.line("answer.html_url", ""))} to`,
        unanswered: "withdrew the answer to",
        category_changed: "moved",
        labeled: `added label ${label} to`,
        unlabeled: `removed label ${label} from`,
      },
      action,
    );
    const more = isNew ? quoteBody(payload.text("discussion.body", "")) : "";
    const said = `${senderOf(payload)} ${did ?? spaced(action)} ${discussionLink(payload, namesSubject)}${where}`;
    return { event: "discussion", topic: discussionTopic(payload), content: withQuote(said, more) };
  },
  discussion_comment(payload, { namesSubject }) {
    const action = payload.line("action", "created");
    const said = `${senderOf(payload)} ${commented(action, payload.line("comment.html_url", ""))} ${discussionLink(payload, namesSubject)}`;
    const body = action === "deleted" ? "" : quoteBody(payload.text("comment.body", ""));
    return { event: "discussion_comment", topic: discussionTopic(payload), content: withQuote(said, body) };
  },
  fork: ofRepository(
    "fork",
    (payload) => `forked it as ${link(payload.line("forkee.full_name"), payload.line("forkee.html_url", ""))}.`,
  ),
  gollum(payload) {
    const pages = payload
      .list("pages")
      .map(
        (page) => `* ${spaced(page.line("action", "edited"))} ${link(page.line("title"), page.line("html_url", ""))}`,
      );
    return {
      event: "gollum",
      topic: `${repositoryOf(payload)} / wiki pages`,
      content: [`${senderOf(payload)} changed wiki pages:`, ...pages].join("\n"),
    };
  },
  member: ofRepository("member", (payload) => {
    const person = link(payload.line("member.login"), payload.line("member.html_url", ""));
    const action = payload.line("action", "added");
    const how = wordFor({ added: "to", removed: "from" }, action);
    return how === undefined
      ? `changed what ${person} can do in ${repositoryLink(payload)}.`
      : `${action} ${person} ${how} ${repositoryLink(payload)}.`;
  }),
  membership(payload) {
    const action = payload.line("action");
    const person = link(payload.line("member.login"), payload.line("member.html_url", ""));
    const scope = payload.line("scope", "team");
    const team = link(payload.oneOf(["team.name", "organization.login"]), payload.line("team.html_url", ""));
    return {
      event: "membership",
      topic: `${payload.line("organization.login")} organization`,
      content: `${senderOf(payload)} ${action} ${person} ${action === "removed" ? "from" : "to"} ${scope} ${team}.`,
    };
  },
  page_build: ofRepository("page_build", (payload) => {
    const status = payload.line("build.status");
    const problem = quote(payload.text("build.error.message", ""));
    if (status === "errored") return paragraphs("started a build of GitHub Pages that failed:", problem);
    return `started a build of GitHub Pages, which is ${status === "built" ? "finished" : spaced(status)}.`;
  }),
  ping(payload) {
    const name = payload.oneOf(["repository.name", "organization.login"], "GitHub");
    const topic = payload.has("repository.name") ? name : `${name} organization`;
    return { event: "ping", topic, content: configured("GitHub", payload.line("sender.login", "")) };
  },
  public: ofRepository("public", (payload) => `made ${repositoryLink(payload)} public.`),
  release: ofRepository("release", (payload) => {
    const release = payload.at("release");
    const action = payload.line("action");
    const name = release.oneOf(["name", "tag_name"]);
    const body = action === "published" || action === "released" ? quoteBody(release.text("body", "")) : "";
    const kind = release.is("prerelease") ? "prerelease" : "release";
    return withQuote(
      `${action} ${kind} ${link(name, release.line("html_url", ""))} of tag ${code(release.line("tag_name", "?"))}`,
      body,
    );
  }),
  repository: ofRepository("repository", (payload) => {
    const action = payload.line("action");
    const before = payload.line("changes.repository.name.from", "");
    return `${action} ${repositoryLink(payload)}${before === "" ? "" : ` (it was ${code(before)})`}.`;
  }),
  star: ofRepository(
    "star",
    (payload) => `${payload.line("action") === "deleted" ? "unstarred" : "starred"} ${repositoryLink(payload)}.`,
  ),
  watch: ofRepository("watch", (payload) => `starred ${repositoryLink(payload)}.`),
  status(payload) {
    const commit = payload.line("sha", "");
    const state = payload.line("state");
    const page = payload.line("commit.html_url", "");
    const shown = link(payload.line("context", "status"), payload.line("target_url", ""));
    const said = `${shown} for ${link(shortHash(commit), page)}: **${state}**`;
    const about = payload.line("description", "");
    return { event: "status", topic: repositoryOf(payload), content: about === "" ? `${said}.` : `${said}, ${about}` };
  },
  team(payload) {
    const action = payload.line("action");
    const name = payload.line("team.name");
    const team = link(name, payload.line("team.html_url", ""));
    const isAbout = payload.has("repository.name")
      ? ` ${action === "removed_from_repository" ? "from" : "to"} ${repositoryLink(payload)}`
      : "";
    const did = wordFor({ added_to_repository: "added", removed_from_repository: "removed" }, action) ?? spaced(action);
    const renamed = payload.line("changes.name.from", "");
    const content = `${senderOf(payload)} ${did} team ${team}${isAbout}${renamed === "" ? "" : ` (it was ${code(renamed)})`}.`;
    return { event: "team", topic: `team ${name}`, content };
  },
  team_add: ofRepository(
    "team_add",
    (payload) =>
      `added ${repositoryLink(payload)} to team ${link(payload.line("team.name"), payload.line("team.html_url", ""))}.`,
  ),
};

/** GitHub events of no interest to readers. */
const SILENT_EVENTS = new Set([
  "check_suite",
  "label",
  "meta",
  "milestone",
  "organization",
  "project_card",
  "pull_request_review_thread",
  "repository_vulnerability_alert",
  "workflow_job",
  "workflow_run",
  "installation",
]);

const EVENTS = [
  "assigned_or_unassigned_pull_request",
  "check_run",
  "closed_pull_request",
  "commit_comment",
  "create",
  "delete",
  "deployment",
  "deployment_status",
  "discussion",
  "discussion_comment",
  "fork",
  "gollum",
  "issue_comment",
  "issue_labeled_or_unlabeled",
  "issue_milestoned_or_demilestoned",
  "issues",
  "issues_opened_via_transfer",
  "issues_transferred",
  "locked_or_unlocked_pull_request",
  "member",
  "membership",
  "opened_pull_request",
  "page_build",
  "ping",
  "public",
  "pull_request_auto_merge",
  "pull_request_ready_for_review",
  "pull_request_review",
  "pull_request_review_comment",
  "pull_request_review_requested",
  "push_commits",
  "push_tags",
  "release",
  "repository",
  "star",
  "status",
  "team",
  "team_add",
  "updated_pull_request",
  "watch",
];

export const github = integration({
  name: "github",
  title: "GitHub",
  events: EVENTS,
  options: ["branches", "ignore_private_repositories"],
  deliveryId: "X-GitHub-Delivery",
  signature: { by: "hmac", header: "X-Hub-Signature-256" },
  render(delivery) {
    const { payload, namesSubject } = delivery;
    const event = delivery.eventHeader("X-GitHub-Event");
    payload.checkObject();
    if (payload.is("repository.private") && delivery.option("ignore_private_repositories") === "true") return SILENT;
    if (SILENT_EVENTS.has(event) || isWithoutChange(payload)) return SILENT;
    const teller = entryFor(renderers, event);
    const told = teller(payload, delivery);
    if (told === SILENT || !payload.has("repository.name")) return told;
    return inRepository(told, namesSubject, repositoryOf(payload), payload.line("repository.html_url", ""));
  },
  sample: jsonSample(
    {
      repository: { name: "nest" },
      ref: "refs/heads/main",
      compare: "https://github.com/birds/nest/compare/0a0a0a0a0a0a...b7b7b7b7b7b7",
      pusher: { name: "ann" },
      commits: [
        {
          id: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
          message: "Add a lid\n\nIt closes.",
          url: "https://github.com/birds/nest/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
        },
      ],
    },
    { "X-GitHub-Event": "push" },
  ),
});
