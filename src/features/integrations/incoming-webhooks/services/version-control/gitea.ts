import {
  type Integration,
  integration,
  jsonSample,
  type ReceivedDelivery,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { code, link, withQuote, wordFor } from "../../render/compose.ts";
import { inRepository, isWantedBranch, itemText, nameOfRef, pathOfRef, pushText, quoteBody } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

type RenderedEvent = WebhookMessage | typeof SILENT;

const repositoryOf = (payload: Payload) => payload.line("repository.name");
const homeOf = (payload: Payload) => payload.line("repository.html_url", "");
const personName = (person: Payload) => person.oneOf(["login", "username", "full_name", "name"], "Someone");
const NO_COMMIT = /^0+$/;

function push(payload: Payload, { option }: ReceivedDelivery): RenderedEvent {
  const branch = nameOfRef(payload.text("ref"));
  if (!isWantedBranch(option("branches"), branch)) return SILENT;
  const [before, after] = [payload.line("before", ""), payload.line("after", "")];
  const kind = NO_COMMIT.test(after) ? "deleted" : NO_COMMIT.test(before) ? "created" : "pushed";
  const commits = payload.list("commits").map((commit) => ({
    id: commit.line("id"),
    message: commit.text("message", ""),
    url: commit.line("url", ""),
    author: commit.oneOf(["author.username", "author.name"], ""),
  }));
  const url = payload.line("compare_url", `${homeOf(payload)}/src/branch/${pathOfRef(branch)}`);
  const total = payload.number("total_commits", commits.length);
  const who = personName(payload.has("pusher") ? payload.at("pusher") : payload.at("sender"));
  const content = pushText({ who, branch, url, kind, commits, total, head: after });
  return { event: "push", topic: `${repositoryOf(payload)} / ${branch}`, content };
}

/** Renders the creation or deletion of a branch or tag. */
function createdOrDeleted(payload: Payload, event: "create" | "delete"): RenderedEvent {
  const kind = payload.line("ref_type", "branch");
  const ref = payload.line("ref");
  const shown = event === "create" ? link(ref, `${homeOf(payload)}/src/${kind}/${pathOfRef(ref)}`) : code(ref);
  const topic = kind === "branch" ? `${repositoryOf(payload)} / ${ref}` : repositoryOf(payload);
  return { event, topic, content: `${personName(payload.at("sender"))} ${event}d ${kind} ${shown}.` };
}

const ACTIONS: Record<string, string> = {
  opened: "opened",
  reopened: "reopened",
  closed: "closed",
  edited: "edited",
  synchronized: "pushed to",
  assigned: "assigned",
  unassigned: "unassigned",
};

const REVIEWS: Record<string, string> = {
  pull_request_approved: "approved",
  pull_request_comment: "reviewed",
  pull_request_rejected: "requested changes of",
};

function item(payload: Payload, { namesSubject }: ReceivedDelivery, event: string): RenderedEvent {
  const isPull = event !== "issues";
  const review = wordFor(REVIEWS, event);
  const found = payload.at(isPull ? "pull_request" : "issue");
  const action = payload.line("action");
  const isMerged = action === "closed" && found.is("merged");
  const asked =
    action === "review_requested" ? `asked ${personName(payload.at("requested_reviewer"))} for a review of` : undefined;
  const did = review ?? asked ?? (isMerged ? "merged" : wordFor(ACTIONS, action));
  if (did === undefined) return SILENT;
  const number = found.number("number");
  const title = found.line("title", "");
  const people = action === "assigned" && found.has("assignee") ? `to ${personName(found.at("assignee"))}` : "";
  const content = itemText({
    who: personName(payload.at("sender")),
    did,
    name: `${isPull ? "PR" : "issue"} #${number}`,
    title,
    url: found.line("html_url", `${homeOf(payload)}/${isPull ? "pulls" : "issues"}/${number}`),
    titled: namesSubject,
    more: people,
    ...(isPull &&
      (action === "opened" || isMerged) && {
        branches: [
          found.line("head.ref", found.line("head_branch", "")),
          found.line("base.ref", found.line("base_branch", "")),
        ] as const,
      }),
    body:
      review !== undefined
        ? payload.text("review.content", "")
        : action === "opened" || action === "edited"
          ? found.text("body", "")
          : "",
  });
  return { event, topic: `${repositoryOf(payload)} / ${isPull ? "PR" : "issue"} #${number} ${title}`.trim(), content };
}

function comment(payload: Payload, { namesSubject }: ReceivedDelivery): RenderedEvent {
  const issue = payload.at("issue");
  const action = payload.line("action", "created");
  const url = payload.line("comment.html_url", "");
  const kind = issue.has("pull_request") || payload.is("is_pull") ? "PR" : "issue";
  const name = `${kind} #${issue.number("number")}`;
  const title = issue.line("title", "");
  const content = itemText({
    who: personName(payload.at("sender")),
    did: action === "created" ? `${link("commented", url)} on` : `${action} a ${link("comment", url)} on`,
    name,
    title,
    url: issue.line("html_url", url.split("#", 1)[0] ?? ""),
    titled: namesSubject,
    body: action === "deleted" ? "" : payload.text("comment.body", ""),
  });
  return { event: "issue_comment", topic: `${repositoryOf(payload)} / ${name} ${title}`.trim(), content };
}

function release(payload: Payload): RenderedEvent {
  const found = payload.at("release");
  const action = payload.line("action");
  const url = found.line("html_url", `${homeOf(payload)}/releases/tag/${pathOfRef(found.line("tag_name", ""))}`);
  const body = action === "published" ? quoteBody(found.text("body", "")) : "";
  const kind = found.is("prerelease") ? "prerelease" : "release";
  const said = `${personName(payload.at("sender"))} ${action} ${kind} ${link(found.oneOf(["name", "tag_name"]), url)} of tag ${code(found.line("tag_name", "?"))}`;
  return { event: "release", topic: repositoryOf(payload), content: withQuote(said, body) };
}

const pushed = {
  repository: { name: "nest" },
  ref: "refs/heads/main",
  compare_url: "https://gitea.example.com/birds/nest/compare/0a...b7",
  commits: [
    {
      id: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f",
      message: "Add a lid\n",
      url: "https://gitea.example.com/birds/nest/commit/1f",
      author: { username: "bob" },
    },
  ],
  pusher: { username: "ann" },
};

/** Gitea, Forgejo and Gogs send the same events, each with its own headers. */
const forge = (
  definition: Pick<Integration, "name" | "title" | "deliveryId" | "signature">,
  header: string,
): Integration =>
  integration({
    ...definition,
    events: ["create", "delete", "issue_comment", "issues", "pull_request", ...Object.keys(REVIEWS), "push", "release"],
    options: ["branches"],
    render(delivery) {
      const { payload, namesSubject } = delivery;
      const event = delivery.eventHeader(header);
      const told = renderEvent(event, payload, delivery);
      if (told === SILENT) return told;
      return inRepository(told, namesSubject, repositoryOf(payload), homeOf(payload));
    },
    sample: jsonSample(pushed, { [header]: "push" }),
  });

function renderEvent(event: string, payload: Payload, delivery: ReceivedDelivery): RenderedEvent {
  switch (event) {
    case "push":
      return push(payload, delivery);
    case "create":
    case "delete":
      return createdOrDeleted(payload, event);
    case "issues":
    case "pull_request":
    case "pull_request_approved":
    case "pull_request_comment":
    case "pull_request_rejected":
      return item(payload, delivery, event);
    case "issue_comment":
      return comment(payload, delivery);
    case "release":
      return release(payload);
    default:
      throw new UnsupportedEvent(event);
  }
}

export const gitea = forge(
  {
    name: "gitea",
    title: "Gitea",
    deliveryId: "X-Gitea-Delivery",
    signature: { by: "hmac", header: "X-Gitea-Signature" },
  },
  "X-Gitea-Event",
);
export const gogs = forge(
  { name: "gogs", title: "Gogs", deliveryId: "X-Gogs-Delivery", signature: { by: "hmac", header: "X-Gogs-Signature" } },
  "X-Gogs-Event",
);
export const forgejo = forge(
  {
    name: "forgejo",
    title: "Forgejo",
    deliveryId: "X-Forgejo-Delivery",
    signature: { by: "hmac", header: "X-Forgejo-Signature" },
  },
  "X-Forgejo-Event",
);
