import {
  entryFor,
  integration,
  jsonSample,
  type ReceivedDelivery,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { code, joinItems, lines, link, paragraphs, quote, quotedTitle, spaced, wordFor } from "../../render/compose.ts";
import {
  inRepository,
  isWantedBranch,
  itemText,
  nameOfRef,
  pathOfRef,
  pushText,
  quoteBody,
  shortHash,
  tagText,
} from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

type RenderedEvent = WebhookMessage | typeof SILENT;
type EventRenderer = (payload: Payload, delivery: ReceivedDelivery) => RenderedEvent;

/** Returns the project that an event is about. Epics belong to groups, whose names are only in URLs. */
const repositoryOf = (payload: Payload) =>
  payload.oneOf(
    ["project.name", "repository.name", "project_name"],
    /\/groups\/(\S+)\/-\//.exec(payload.line("object_attributes.url", ""))?.[1],
  );
const homeOf = (payload: Payload) => payload.oneOf(["project.web_url", "repository.homepage", "project.homepage"], "");
const userOf = (payload: Payload) => payload.oneOf(["user.name", "user_name", "user.username"], "Someone");
const NO_COMMIT = /^0+$/;

const push: EventRenderer = (payload, { option }) => {
  const branch = nameOfRef(payload.text("ref"));
  if (!isWantedBranch(option("branches"), branch)) return SILENT;
  const [before, after, home] = [payload.line("before", ""), payload.line("after", ""), homeOf(payload)];
  const kind = NO_COMMIT.test(after) ? "deleted" : NO_COMMIT.test(before) ? "created" : "pushed";
  const commits = payload.list("commits").map((commit) => ({
    id: commit.line("id"),
    message: commit.text("message", ""),
    url: commit.line("url", ""),
    author: commit.line("author.name", ""),
  }));
  const url = kind === "pushed" ? `${home}/-/compare/${before}...${after}` : `${home}/-/tree/${pathOfRef(branch)}`;
  // GitLab sends the newest twenty commits, oldest first.
  const total = payload.number("total_commits_count", commits.length);
  const push = {
    who: userOf(payload),
    branch,
    url,
    kind,
    commits,
    total,
    head: after,
    headUrl: `${home}/-/commit/${after}`,
  } as const;
  return { event: "Push Hook", topic: `${repositoryOf(payload)} / ${branch}`, content: pushText(push) };
};

const tag: EventRenderer = (payload) => {
  const name = nameOfRef(payload.text("ref"));
  const removed = NO_COMMIT.test(payload.line("after", payload.line("checkout_sha", "0")));
  const url = `${homeOf(payload)}/-/tags/${pathOfRef(name)}`;
  const content = paragraphs(
    tagText(userOf(payload), name, url, removed),
    !removed && quote(payload.text("message", "")),
  );
  return { event: "Tag Push Hook", topic: repositoryOf(payload), content };
};

const assigned = (payload: Payload) => {
  const people = payload.list("assignees").map((one) => one.oneOf(["name", "username"], "?"));
  return people.length === 0 ? "" : `(assigned to ${joinItems(people)})`;
};

/** Returns GitLab's word for an issue, which depends on its type. */
const issueKind = (item: Payload) =>
  wordFor({ Epic: "epic", Incident: "incident", Task: "task" }, item.line("type", "")) ?? "issue";

const ISSUE_ACTIONS: Record<string, string> = {
  open: "opened",
  close: "closed",
  reopen: "reopened",
  update: "updated",
};

const issue =
  (hook: string): EventRenderer =>
  (payload, { namesSubject }) => {
    const item = payload.at("object_attributes");
    const action = item.line("action", "update");
    const did = entryFor(ISSUE_ACTIONS, action, `${hook} ${action}`);
    const name = `${issueKind(item)} #${item.number("iid")}`;
    const title = item.line("title", "");
    const content = itemText({
      who: userOf(payload),
      did,
      name,
      title,
      url: item.line("url", ""),
      titled: namesSubject,
      more: lines(
        item.is("confidential") && "(confidential)",
        action === "open" ? assigned(payload) : changesOf(payload),
      ).replace(/\n/g, " "),
      body: action === "open" ? item.text("description", "") : "",
    });
    return { event: `${hook} ${action}`, topic: `${repositoryOf(payload)} / ${name} ${title}`.trim(), content };
  };

function changesOf(payload: Payload): string {
  const changes = payload.at("changes");
  const names = (path: string) => changes.list(path).map((one) => one.oneOf(["title", "name"], "?"));
  const said = [
    changes.has("title") && `its title was ${quotedTitle(changes.line("title.previous", ""))}`,
    changes.has("labels") && `labels: ${joinItems(names("labels.current").map(code)) || "none"}`,
    changes.has("reviewers") && `reviewers: ${joinItems(names("reviewers.current")) || "none"}`,
    changes.has("assignees") && `assigned to ${joinItems(names("assignees.current")) || "no one"}`,
    changes.has("description") && "a new description",
    changes.has("target_branch") && `onto ${code(changes.line("target_branch.current", "?"))}`,
  ].filter((one) => typeof one === "string");
  return said.length === 0 ? "" : `(${said.join("; ")})`;
}

const MERGE_ACTIONS: Record<string, string> = {
  open: "opened",
  reopen: "reopened",
  close: "closed",
  merge: "merged",
  approved: "approved",
  approval: "approved",
  unapproved: "unapproved",
  unapproval: "unapproved",
};

const mergeRequest: EventRenderer = (payload, delivery) => {
  const item = payload.at("object_attributes");
  const action = item.line("action", "update");
  const known = wordFor({ approval: "approved", unapproval: "unapproved" }, action) ?? action;
  const isUpdate = action === "update";
  if (!isUpdate && wordFor(MERGE_ACTIONS, action) === undefined)
    throw new UnsupportedEvent(`Merge Request Hook ${action}`);
  const hasNewCommits = isUpdate && item.has("oldrev");
  const changed = changesOf(payload);
  if (isUpdate && !hasNewCommits && changed === "") return SILENT;
  const name = `MR !${item.number("iid")}`;
  const title = item.line("title", "");
  const isNew = action === "open" || action === "merge" || action === "reopen";
  const content = itemText({
    who: userOf(payload),
    did: isUpdate ? (hasNewCommits ? "pushed to" : "updated") : (wordFor(MERGE_ACTIONS, action) ?? action),
    name,
    title,
    url: item.line("url", ""),
    titled: delivery.namesSubject || !hasTitleInTopic(delivery),
    ...(isNew && { branches: [item.line("source_branch", ""), item.line("target_branch", "")] as const }),
    more: action === "open" ? assigned(payload) : changed,
    body: action === "open" ? item.text("description", "") : "",
  });
  return { event: `Merge Request Hook ${known}`, topic: mergeRequestTopic(payload, item, delivery), content };
};

const hasTitleInTopic = ({ option }: ReceivedDelivery) => option("use_merge_request_title") !== "false";
const mergeRequestTopic = (payload: Payload, item: Payload, delivery: ReceivedDelivery) =>
  `${repositoryOf(payload)} / MR !${item.number("iid")}${hasTitleInTopic(delivery) ? ` ${item.line("title", "")}` : ""}`.trim();

const note: EventRenderer = (payload, delivery) => {
  const comment = payload.at("object_attributes");
  const kind = comment.line("noteable_type");
  const url = comment.line("url", "");
  const did = comment.line("action", "") === "update" ? `edited a ${link("comment", url)}` : link("commented", url);
  const body = comment.text("note", "");
  const event = `Note Hook ${kind}`;
  const repository = repositoryOf(payload);
  if (kind === "Commit") {
    const commit = payload.at("commit");
    const about = `commit ${link(shortHash(commit.line("id")), commit.line("url", ""))}`;
    const content = paragraphs(`${userOf(payload)} ${did} on ${about}:`, quoteBody(body));
    return { event, topic: repository, content };
  }
  const field = entryFor({ MergeRequest: "merge_request", Issue: "issue", Snippet: "snippet" }, kind, event);
  const item = payload.at(field);
  const mark = field === "merge_request" ? "MR !" : `${field === "issue" ? issueKind(item) : field} #`;
  const name = `${mark}${item.oneOf(["iid", "id"])}`;
  const title = item.line("title", "");
  const titled = delivery.namesSubject || (kind === "MergeRequest" && !hasTitleInTopic(delivery));
  const about = titled ? `${name} ${title}` : name;
  const target = link(about, item.line("url", url.split("#", 1)[0] ?? ""));
  const topic =
    kind === "MergeRequest" ? mergeRequestTopic(payload, item, delivery) : `${repository} / ${name} ${title}`.trim();
  return {
    event,
    topic,
    content: paragraphs(`${userOf(payload)} ${did} on ${target}:`, quoteBody(body)),
  };
};

const wiki: EventRenderer = (payload) => {
  const page = payload.at("object_attributes");
  const action = page.line("action");
  const did = wordFor({ create: "created", update: "updated", delete: "deleted" }, action);
  if (did === undefined || action === "delete") throw new UnsupportedEvent(`Wiki Page Hook ${action}`);
  const said = page.line("message", "");
  const content = `${userOf(payload)} ${did} wiki page ${link(page.line("title"), page.line("url", ""))}${said === "" ? "." : `: ${said}`}`;
  return { event: `Wiki Page Hook ${action}`, topic: repositoryOf(payload), content };
};

const SIGNS: Record<string, string> = { success: ":check:", failed: ":cross_mark:" };
const status = (state: string) => `${wordFor(SIGNS, state) ?? ""} ${spaced(state)}`.trim();

const job =
  (event: string): EventRenderer =>
  (payload) => {
    const branch = payload.line("ref", "");
    const url = `${homeOf(payload)}/-/jobs/${payload.oneOf(["build_id"], "")}`;
    const stage = payload.line("build_stage", "");
    const name = link(payload.line("build_name"), url);
    const content = `Job ${name}${stage === "" ? "" : ` of stage ${stage}`}: ${status(payload.line("build_status"))}`;
    return { event, topic: branch === "" ? repositoryOf(payload) : `${repositoryOf(payload)} / ${branch}`, content };
  };

const pipeline: EventRenderer = (payload, { option }) => {
  const run = payload.at("object_attributes");
  const branch = run.line("ref", "");
  if (!run.is("tag") && !isWantedBranch(option("branches"), branch)) return SILENT;
  const home = homeOf(payload);
  const id = run.line("id");
  const seconds = run.number("duration", 0);
  const took = seconds > 0 ? ` in ${seconds} s` : "";
  const head = `Pipeline ${link(`#${id}`, `${home}/-/pipelines/${id}`)} of ${code(branch)}: ${status(run.line("status"))}${took}`;
  const builds = payload.list("builds").slice(0, 50);
  const jobs = builds.map(
    (build) =>
      `* ${link(build.line("name", "?"), `${home}/-/jobs/${build.line("id", "")}`)}: ${status(build.line("status", "?"))}`,
  );
  return { event: "Pipeline Hook", topic: `${repositoryOf(payload)} / ${branch}`, content: lines(head, ...jobs) };
};

const release: EventRenderer = (payload) => {
  const action = payload.line("action", "create");
  const did = wordFor({ create: "published", update: "updated", delete: "deleted" }, action) ?? action;
  const name = link(payload.oneOf(["name", "tag"]), payload.line("url", ""));
  const body = action === "create" ? quoteBody(payload.text("description", "")) : "";
  const content = paragraphs(
    `Release ${name} of tag ${code(payload.line("tag", "?"))} was ${did}${body === "" ? "." : ":"}`,
    body,
  );
  return { event: "Release Hook", topic: repositoryOf(payload), content };
};

const renderers: Readonly<Record<string, EventRenderer>> = {
  "Push Hook": push,
  "Tag Push Hook": tag,
  "Issue Hook": issue("Issue Hook"),
  "Confidential Issue Hook": issue("Confidential Issue Hook"),
  "Merge Request Hook": mergeRequest,
  "Note Hook": note,
  "Confidential Note Hook": note,
  "Wiki Page Hook": wiki,
  "Job Hook": job("Job Hook"),
  "Build Hook": job("Build Hook"),
  "Pipeline Hook": pipeline,
  "Release Hook": release,
};

/** System hooks name their event in the payload. */
const SYSTEM: Record<string, string> = {
  push: "Push Hook",
  tag_push: "Tag Push Hook",
  merge_request: "Merge Request Hook",
  issue: "Issue Hook",
  note: "Note Hook",
  pipeline: "Pipeline Hook",
  build: "Job Hook",
};

const issueEvents = (hook: string) => ["close", "open", "reopen", "update"].map((action) => `${hook} ${action}`);

export const gitlab = integration({
  name: "gitlab",
  title: "GitLab",
  events: [
    "Build Hook",
    ...issueEvents("Confidential Issue Hook"),
    ...issueEvents("Issue Hook"),
    "Job Hook",
    ...["approved", "close", "merge", "open", "reopen", "unapproved", "update"].map(
      (action) => `Merge Request Hook ${action}`,
    ),
    ...["Commit", "Issue", "MergeRequest", "Snippet"].map((kind) => `Note Hook ${kind}`),
    "Pipeline Hook",
    "Push Hook",
    "Release Hook",
    "Tag Push Hook",
    "Wiki Page Hook create",
    "Wiki Page Hook update",
  ],
  options: ["branches", "use_merge_request_title"],
  deliveryId: "X-Gitlab-Event-UUID",
  signature: { by: "token", header: "X-Gitlab-Token" },
  render(delivery) {
    const { payload, namesSubject } = delivery;
    const header = delivery.eventHeader("X-Gitlab-Event");
    const named = payload.oneOf(["event_name", "event_type", "object_kind"], "");
    const hook = header === "System Hook" ? (wordFor(SYSTEM, named) ?? named) : header;
    const teller = entryFor(renderers, hook);
    const told = teller(payload, delivery);
    if (told === SILENT) return told;
    return inRepository(told, namesSubject, repositoryOf(payload), homeOf(payload));
  },
  sample: jsonSample(
    {
      project: { name: "nest", web_url: "https://gitlab.example.com/birds/nest" },
      before: "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
      after: "b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7",
      ref: "refs/heads/main",
      user_name: "Ann",
      commits: [
        {
          id: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
          message: "Add a lid\n\nIt closes.",
          url: "https://gitlab.example.com/birds/nest/-/commit/1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
          author: { name: "Bob" },
        },
      ],
      total_commits_count: 3,
    },
    { "X-Gitlab-Event": "Push Hook" },
  ),
});
