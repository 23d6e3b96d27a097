import {
  configured,
  integration,
  jsonSample,
  type ReceivedDelivery,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { code, joinItems, link, quote, quotedTitle, withQuote, wordFor } from "../../render/compose.ts";
import { inRepository, isWantedBranch, itemText, pushText, shortHash, tagText } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const personName = (person: Payload) => person.oneOf(["displayName", "name"], "Someone");
const shownPerson = (person: Payload) => link(personName(person), selfOf(person));
const whoOf = (payload: Payload) => shownPerson(payload.at("actor"));
/** Returns the repository an event is about. For a new fork, this is the original. */
function repository(payload: Payload): Payload {
  if (payload.line("eventKey", "") === "repo:forked" && payload.has("repository.origin"))
    return payload.at("repository.origin");
  return payload.has("repository") ? payload.at("repository") : payload.at("pullRequest.toRef.repository");
}
const repositoryOf = (payload: Payload) => repository(payload).oneOf(["name", "slug"]);
const selfOf = (item: Payload) => item.line("links.self.0.href", "");
/** Returns the URL of a repository's page. Bitbucket appends `/browse`. */
const pageOf = (one: Payload) => selfOf(one).replace(/\/browse$/, "");
const homeOf = (payload: Payload) => pageOf(repository(payload));

const canHaveCommits = (change: Payload) =>
  change.line("type", "") !== "DELETE" && change.line("ref.type", "") !== "TAG";

/** Each changed branch and tag becomes a message in its own topic. */
function push(payload: Payload, { option }: ReceivedDelivery): WebhookMessage[] {
  const [name, who, home] = [repositoryOf(payload), whoOf(payload), homeOf(payload)];
  const pusher = personName(payload.at("actor"));
  const changes = payload.list("changes");
  // The payload doesn't say which branch a commit was pushed to, and older versions send no commits.
  const knowsCommits = payload.has("commits") && changes.filter(canHaveCommits).length === 1;
  return changes.flatMap((change): WebhookMessage[] => {
    const branch = change.oneOf(["ref.displayId", "refId"]);
    const type = change.line("type", "UPDATE");
    const url = home === "" ? "" : `${home}/browse?at=${encodeURIComponent(change.line("ref.id", branch))}`;
    if (change.line("ref.type", "BRANCH") === "TAG") {
      return [{ event: "repo:refs_changed", topic: name, content: tagText(who, branch, url, type === "DELETE") }];
    }
    if (!isWantedBranch(option("branches"), branch)) return [];
    const head = change.line("toHash", "");
    const kind = type === "UPDATE" ? "pushed" : type === "DELETE" ? "deleted" : "created";
    const commits = payload.list("commits").map((commit) => {
      const author = personName(commit.at("author"));
      return {
        id: commit.line("id"),
        message: commit.text("message", ""),
        url: `${home}/commits/${commit.line("id")}`,
        author: author === pusher ? who : author,
      };
    });
    const content = pushText({
      who,
      branch,
      url,
      kind,
      commits: knowsCommits && kind === "pushed" ? commits : undefined,
      head,
      headUrl: `${home}/commits/${head}`,
    });
    return [{ event: "repo:refs_changed", topic: `${name} / ${branch}`, content }];
  });
}

const PULL: Record<string, string> = {
  "pr:opened": "opened",
  "pr:modified": "modified",
  "pr:merged": "merged",
  "pr:declined": "declined",
  "pr:deleted": "deleted",
  "pr:from_ref_updated": "pushed to",
  "pr:reviewer:approved": "approved",
  "pr:reviewer:unapproved": "unapproved",
  "pr:reviewer:needs_work": "wants changes of",
  "pr:reviewer:updated": "changed the reviewers of",
};

function pullRequest(key: string, payload: Payload, { namesSubject }: ReceivedDelivery): WebhookMessage {
  const pull = payload.at("pullRequest");
  const name = `PR #${pull.number("id")}`;
  const title = pull.line("title", "");
  const isComment = key.startsWith("pr:comment:");
  const did = isComment ? commented(key) : wordFor(PULL, key);
  if (did === undefined) throw new UnsupportedEvent(key);
  const showsBranches = key === "pr:opened" || key === "pr:merged" || key === "pr:modified";
  const reviewers = pull.list("reviewers").map((one) => shownPerson(one.at("user")));
  const content = itemText({
    who: whoOf(payload),
    did,
    name,
    title,
    url: selfOf(pull),
    titled: namesSubject || (key === "pr:modified" && payload.has("previousTitle")),
    ...(showsBranches && { branches: [pull.line("fromRef.displayId", ""), pull.line("toRef.displayId", "")] as const }),
    more: moreOf(key, payload, reviewers),
    body: bodyOf(key, payload),
  });
  return { event: key, topic: `${repositoryOf(payload)} / ${name} ${title}`.trim(), content };
}

function moreOf(key: string, payload: Payload, reviewers: readonly string[]): string {
  if (key === "pr:reviewer:updated") {
    const people = (path: string) => joinItems(payload.list(path).map(shownPerson));
    const [added, removed] = [people("addedReviewers"), people("removedReviewers")];
    return `to ${joinItems(reviewers) || "no one"} ${inBrackets(added && `added ${added}`, removed && `removed ${removed}`)}`.trim();
  }
  if (key !== "pr:opened" && key !== "pr:modified") return "";
  const before = payload.line("previousTitle", "");
  const isRenamed = key === "pr:modified" && before !== "" && before !== payload.line("pullRequest.title", "");
  return inBrackets(
    isRenamed ? `it was ${quotedTitle(before)}` : "",
    reviewers.length === 0 ? "" : `reviewers: ${joinItems(reviewers)}`,
  );
}

function inBrackets(...parts: readonly string[]): string {
  const said = parts.filter((part) => part !== "");
  return said.length === 0 ? "" : `(${said.join(", ")})`;
}

function bodyOf(key: string, payload: Payload): string {
  if (key.startsWith("pr:comment:")) return payload.text("comment.text", "");
  return key === "pr:opened" || key === "pr:modified" ? payload.text("pullRequest.description", "") : "";
}

const commented = (key: string): string | undefined =>
  wordFor(
    { added: "commented on", edited: "edited a comment on", deleted: "deleted a comment on" },
    key.split(":").at(-1) ?? "",
  );

function comment(key: string, payload: Payload): WebhookMessage {
  const did = commented(key);
  if (did === undefined) throw new UnsupportedEvent(key);
  const commit = payload.line("commit", "");
  const on = link(`commit ${shortHash(commit)}`, homeOf(payload) === "" ? "" : `${homeOf(payload)}/commits/${commit}`);
  const content = withQuote(`${whoOf(payload)} ${did} ${on}`, quote(payload.text("comment.text", "")));
  return { event: key, topic: repositoryOf(payload), content };
}

function renderEvent(
  key: string,
  payload: Payload,
  delivery: ReceivedDelivery,
): WebhookMessage | readonly WebhookMessage[] {
  if (key === "repo:refs_changed") return push(payload, delivery);
  if (key.startsWith("repo:comment:")) return comment(key, payload);
  if (key.startsWith("pr:")) return pullRequest(key, payload, delivery);
  if (key === "repo:forked") {
    const fork = payload.at("repository");
    const page = link(`${fork.line("project.name", "?")}/${fork.oneOf(["name", "slug"])}`, pageOf(fork));
    return { event: key, topic: repositoryOf(payload), content: `${whoOf(payload)} forked it as ${page}.` };
  }
  if (key !== "repo:modified") throw new UnsupportedEvent(key);
  const [before, after] = [payload.line("old.name"), payload.line("new.name")];
  const content =
    before === after
      ? `${whoOf(payload)} modified the repository ${code(after)}.`
      : `${whoOf(payload)} renamed the repository from ${code(before)} to ${code(after)}.`;
  return { event: key, topic: after, content };
}

export const bitbucketServer = integration({
  name: "bitbucket3",
  title: "Bitbucket Server",
  events: [
    "diagnostics:ping",
    "pr:comment:added",
    "pr:comment:deleted",
    "pr:comment:edited",
    "pr:declined",
    "pr:deleted",
    "pr:from_ref_updated",
    "pr:merged",
    "pr:modified",
    "pr:opened",
    "pr:reviewer:approved",
    "pr:reviewer:needs_work",
    "pr:reviewer:unapproved",
    "pr:reviewer:updated",
    "repo:comment:added",
    "repo:comment:deleted",
    "repo:comment:edited",
    "repo:forked",
    "repo:modified",
    "repo:refs_changed",
  ],
  options: ["branches"],
  deliveryId: "X-Request-Id",
  signature: { by: "hmac", header: "X-Hub-Signature" },
  escapesTwice: true,
  render(delivery) {
    const { payload, namesSubject } = delivery;
    const isPing = delivery.header("X-Event-Key") === "diagnostics:ping" || payload.is("test");
    if (isPing)
      return { event: "diagnostics:ping", topic: "Bitbucket Server Ping", content: configured("Bitbucket Server") };
    const key = payload.line("eventKey");
    const told = renderEvent(key, payload, delivery);
    if (key === "repo:modified") return told;
    const messages = [told].flat() as readonly WebhookMessage[];
    if (messages.length === 0) return SILENT;
    const [name, home] = [repositoryOf(payload), homeOf(payload)];
    return messages.map((message) => inRepository(message, namesSubject, name, home));
  },
  sample: jsonSample({
    eventKey: "repo:refs_changed",
    actor: { displayName: "Ann" },
    repository: {
      name: "nest",
      links: { self: [{ href: "https://bitbucket.example.com/projects/BIRD/repos/nest/browse" }] },
    },
    changes: [
      { ref: { id: "refs/heads/main", displayId: "main" }, toHash: "b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7" },
    ],
  }),
});
