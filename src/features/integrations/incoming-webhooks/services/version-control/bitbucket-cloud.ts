import {
  entryFor,
  integration,
  jsonSample,
  type ReceivedDelivery,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { code, counted, joinItems, lines, link, paragraphs, quote, spaced } from "../../render/compose.ts";
import { inRepository, isWantedBranch, itemText, pushText, shortHash, tagText } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const repositoryOf = (payload: Payload) => payload.oneOf(["repository.name", "repository.full_name"]);
const homeOf = (payload: Payload) => payload.line("repository.links.html.href", "");
const personName = (person: Payload) => person.oneOf(["display_name", "nickname", "username", "title"], "Someone");
const whoOf = (payload: Payload) => personName(payload.at("actor"));

/** A push reports every changed branch and tag. Each becomes a message in its own topic. */
function push(payload: Payload, { option }: ReceivedDelivery): WebhookMessage[] {
  const repository = repositoryOf(payload);
  const who = whoOf(payload);
  return payload.list("push.changes").flatMap((change): WebhookMessage[] => {
    const isDeleted = change.is("closed") || !change.has("new");
    const ref = change.at(isDeleted ? "old" : "new");
    const name = ref.line("name", "");
    if (name === "") return [];
    if (ref.line("type", "") === "tag") {
      return [
        { event: "push", topic: repository, content: tagText(who, name, ref.line("links.html.href", ""), isDeleted) },
      ];
    }
    if (!isWantedBranch(option("branches"), name)) return [];
    const commits = change.list("commits").map((commit) => ({
      id: commit.line("hash"),
      message: commit.text("message", ""),
      url: commit.line("links.html.href", ""),
      author: commit.has("author.user")
        ? personName(commit.at("author.user"))
        : commit.line("author.raw", "").replace(/ <.*/, ""),
    }));
    const kind = isDeleted ? "deleted" : change.is("forced") ? "forced" : change.is("created") ? "created" : "pushed";
    const head = ref.line("target.hash", "");
    const url = change.oneOf(["links.html.href", "new.links.html.href", "new.target.links.html.href"], "");
    const text = pushText({
      who,
      branch: name,
      url,
      kind,
      commits,
      head,
      headUrl: ref.line("target.links.html.href", url),
    });
    // Bitbucket sends at most five commits, and a flag if there are more.
    const content = change.is("truncated") ? `${text}\n[and more commits]` : text;
    return [{ event: "push", topic: `${repository} / ${name}`, content }];
  });
}

function itemOf(payload: Payload, kind: "PR" | "issue") {
  const item = payload.at(kind === "PR" ? "pullrequest" : "issue");
  const name = `${kind} #${item.number("id")}`;
  const title = item.line("title", "");
  return {
    item,
    name,
    title,
    topic: `${repositoryOf(payload)} / ${name} ${title}`.trim(),
    url: item.line("links.html.href", ""),
  };
}

const PULL: Record<string, string> = {
  created: "opened",
  updated: "updated",
  approved: "approved",
  unapproved: "unapproved",
  fulfilled: "merged",
  rejected: "rejected",
};

function pullRequest(payload: Payload, { namesSubject }: ReceivedDelivery, action: string): WebhookMessage {
  const did = entryFor(PULL, action, `pullrequest:${action}`);
  const { item, ...named } = itemOf(payload, "PR");
  const reviewers = item.list("reviewers").map(personName);
  const showsBranches = action === "created" || action === "fulfilled";
  const content = itemText({
    who: whoOf(payload),
    did,
    ...named,
    titled: namesSubject,
    ...(showsBranches && {
      branches: [item.line("source.branch.name", ""), item.line("destination.branch.name", "")] as const,
    }),
    more: action === "created" && reviewers.length > 0 ? `(reviewers: ${joinItems(reviewers)})` : "",
    body: action === "created" || action === "updated" ? item.text("description", "") : "",
  });
  return { event: `pull_request_${action}`, topic: named.topic, content };
}

function comment(
  payload: Payload,
  { namesSubject }: ReceivedDelivery,
  kind: "PR" | "issue",
  event: string,
): WebhookMessage {
  const { item: _, ...named } = itemOf(payload, kind);
  const url = payload.line("comment.links.html.href", "");
  const action = event.split("_").at(-1) ?? "";
  const path = payload.line("comment.inline.path", "");
  const isNew = action === "created" || action === "commented";
  const content = itemText({
    who: whoOf(payload),
    did: isNew ? `${link("commented", url)} on` : `${action} a ${link("comment", url)} on`,
    ...named,
    titled: namesSubject,
    more: path === "" ? "" : `in ${code(path)}`,
    body: action === "deleted" ? "" : payload.text("comment.content.raw", ""),
  });
  return { event, topic: named.topic, content };
}

function issue(payload: Payload, { namesSubject }: ReceivedDelivery, action: string): WebhookMessage {
  const { item, ...named } = itemOf(payload, "issue");
  const changes = payload.fields("changes").flatMap(([name, change]) => {
    const [before, after] = ["old", "new"].map((path) =>
      change.oneOf([path, `${path}.display_name`, `${path}.name`], "none"),
    );
    return before === after || name === "content" ? [] : [`${spaced(name)}: ${before} → ${after}`];
  });
  const people = item.has("assignee") ? `(assigned to ${personName(item.at("assignee"))})` : "";
  const content = itemText({
    who: whoOf(payload),
    did: action === "created" ? "opened" : "updated",
    ...named,
    titled: namesSubject,
    more: action === "created" ? people : changes.length === 0 ? "" : `(${joinItems(changes)})`,
    body: action === "created" ? item.text("content.raw", "") : "",
  });
  return { event: `issue_${action}`, topic: named.topic, content };
}

function commitStatus(payload: Payload): WebhookMessage {
  const status = payload.at("commit_status");
  const commit = status.line("links.commit.href", "").split("/").at(-1) ?? "";
  const of = commit === "" ? "" : ` for ${link(shortHash(commit), `${homeOf(payload)}/commits/${commit}`)}`;
  const about = status.line("description", "");
  const said = `${link(status.oneOf(["name", "key"]), status.line("url", ""))}${of}: **${spaced(status.line("state")).toLowerCase()}**`;
  return {
    event: "change_commit_status",
    topic: repositoryOf(payload),
    content: about === "" ? `${said}.` : `${said}, ${about}`,
  };
}

function commitComment(payload: Payload): WebhookMessage {
  const hash = payload.oneOf(["commit.hash", "comment.commit.hash"], "");
  const on = link(hash === "" ? "a commit" : `commit ${shortHash(hash)}`, payload.line("commit.links.html.href", ""));
  const said = `${whoOf(payload)} ${link("commented", payload.line("comment.links.html.href", ""))} on ${on}:`;
  return {
    event: "commit_comment",
    topic: repositoryOf(payload),
    content: paragraphs(said, quote(payload.text("comment.content.raw", ""))),
  };
}

function changedRepository(payload: Payload): WebhookMessage | typeof SILENT {
  const changes = payload.fields("changes").flatMap(([name, change]) => {
    const [before, after] = [change.line("old", ""), change.line("new", "")];
    return before === after
      ? []
      : [`* ${spaced(name)}: ${before === "" ? "" : `${code(before)} → `}${code(after) || "nothing"}`];
  });
  if (changes.length === 0) return SILENT;
  const head = `${whoOf(payload)} made ${counted(changes.length, "change")} to ${link(repositoryOf(payload), homeOf(payload))}:`;
  return { event: "repo:updated", topic: repositoryOf(payload), content: lines(head, ...changes) };
}

function renderEvent(
  key: string,
  payload: Payload,
  delivery: ReceivedDelivery,
): WebhookMessage | readonly WebhookMessage[] | typeof SILENT {
  const [kind = "", action = ""] = key.split(":");
  switch (key) {
    case "repo:push":
      return push(payload, delivery);
    case "repo:fork":
      return {
        event: "fork",
        topic: repositoryOf(payload),
        content: `${whoOf(payload)} forked it as ${link(payload.line("fork.full_name"), payload.line("fork.links.html.href", ""))}.`,
      };
    case "repo:updated":
      return changedRepository(payload);
    case "repo:commit_comment_created":
      return commitComment(payload);
    case "repo:commit_status_created":
    case "repo:commit_status_updated":
      return commitStatus(payload);
    case "issue:created":
    case "issue:updated":
      return issue(payload, delivery, action);
    case "issue:comment_created":
      return comment(payload, delivery, "issue", "issue_commented");
    case "pullrequest:comment_created":
    case "pullrequest:comment_updated":
    case "pullrequest:comment_deleted":
      return comment(payload, delivery, "PR", `pull_request_${action}`);
    default:
      if (kind !== "pullrequest") throw new UnsupportedEvent(key);
      return pullRequest(payload, delivery, action);
  }
}

export const bitbucketCloud = integration({
  name: "bitbucket2",
  title: "Bitbucket",
  events: [
    "change_commit_status",
    "commit_comment",
    "fork",
    "issue_commented",
    "issue_created",
    "issue_updated",
    "pull_request_approved",
    "pull_request_comment_created",
    "pull_request_comment_deleted",
    "pull_request_comment_updated",
    "pull_request_created",
    "pull_request_fulfilled",
    "pull_request_rejected",
    "pull_request_unapproved",
    "pull_request_updated",
    "push",
    "repo:updated",
  ],
  options: ["branches"],
  deliveryId: "X-Request-UUID",
  signature: { by: "hmac", header: "X-Hub-Signature" },
  escapesTwice: true,
  render(delivery) {
    const { payload, namesSubject } = delivery;
    const told = renderEvent(delivery.eventHeader("X-Event-Key"), payload, delivery);
    if (told === SILENT) return told;
    const [repository, home] = [repositoryOf(payload), homeOf(payload)];
    const messages = [told].flat() as readonly WebhookMessage[];
    return messages.map((message) => inRepository(message, namesSubject, repository, home));
  },
  sample: jsonSample(
    {
      repository: { name: "nest" },
      actor: { display_name: "Ann" },
      push: {
        changes: [
          {
            new: { name: "main" },
            commits: [
              {
                hash: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
                message: "Add a lid\n",
                links: { html: { href: "https://bitbucket.org/birds/nest/commits/1f" } },
                author: { raw: "Bob <bob@example.com>" },
              },
            ],
            links: { html: { href: "https://bitbucket.org/birds/nest/branches/compare/b7..0a" } },
          },
        ],
      },
    },
    { "X-Event-Key": "repo:push" },
  ),
});
