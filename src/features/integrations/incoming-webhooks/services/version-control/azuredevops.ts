import {
  integration,
  jsonSample,
  type ReceivedDelivery,
  SILENT,
  UnsupportedEvent,
  type WebhookMessage,
} from "../../integration.ts";
import { wordFor } from "../../render/compose.ts";
import { inRepository, isWantedBranch, itemText, nameOfRef, pushText, tagText } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const NO_COMMIT = /^0+$/;
const EVENTS = ["git.pullrequest.created", "git.pullrequest.merged", "git.pullrequest.updated", "git.push"];
const repositoryOf = (payload: Payload) => payload.line("resource.repository.name");
const homeOf = (payload: Payload) => payload.at("resource.repository").oneOf(["webUrl", "remoteUrl", "url"], "");

const canHaveCommits = (update: Payload) =>
  update.line("name", "").startsWith("refs/heads/") && !NO_COMMIT.test(update.line("newObjectId", ""));

function push(payload: Payload, { option }: ReceivedDelivery): WebhookMessage[] {
  const [name, home] = [repositoryOf(payload), homeOf(payload)];
  const who = payload.line("resource.pushedBy.displayName", "Someone");
  const commits = payload.list("resource.commits").map((commit) => ({
    id: commit.line("commitId"),
    message: commit.text("comment", ""),
    url: `${home}/commit/${commit.line("commitId")}`,
    author: commit.line("author.name", ""),
  }));
  const updates = payload.list("resource.refUpdates");
  // The payload doesn't say which branch a commit was pushed to.
  const knowsCommits = updates.filter(canHaveCommits).length < 2;
  return updates.flatMap((update): WebhookMessage[] => {
    const ref = update.line("name");
    const branch = nameOfRef(ref);
    const [before, after] = [update.line("oldObjectId", ""), update.line("newObjectId", "")];
    if (ref.startsWith("refs/tags/")) {
      const url = `${home}?version=GT${encodeURIComponent(branch)}`;
      return [{ event: "git.push", topic: name, content: tagText(who, branch, url, NO_COMMIT.test(after)) }];
    }
    if (!isWantedBranch(option("branches"), branch)) return [];
    const kind = NO_COMMIT.test(after) ? "deleted" : NO_COMMIT.test(before) ? "created" : "pushed";
    const url =
      kind === "pushed"
        ? `${home}/branchCompare?baseVersion=GC${before}&targetVersion=GC${after}&_a=files`
        : `${home}?version=GB${encodeURIComponent(branch)}`;
    const content = pushText({
      who,
      branch,
      url,
      kind,
      commits: knowsCommits ? commits : undefined,
      head: after,
      headUrl: `${home}/commit/${after}`,
    });
    return [{ event: "git.push", topic: `${name} / ${branch}`, content }];
  });
}

/**
 * Matches who changed a pull request and how. The payload has this only as a sentence: `Bob approved pull request 12
 * (Title) in nest`.
 */
const SAID = /^(.+?) (\S+) pull request \d/;

const STATUS: Record<string, string> = { completed: "merged", abandoned: "abandoned" };

function pullRequest(event: string, payload: Payload, { namesSubject }: ReceivedDelivery): WebhookMessage[] {
  const pull = payload.at("resource");
  const number = pull.number("pullRequestId");
  const title = pull.line("title", "");
  const status = wordFor(STATUS, pull.line("status", ""));
  const isNew = event === "git.pullrequest.created";
  const isMerge = event === "git.pullrequest.merged";
  const closer = pull.line("closedBy.displayName", "");
  const author = pull.line("createdBy.displayName", "Someone");
  const said = isNew || isMerge ? null : SAID.exec(payload.line("message.text", ""));
  const [, who = closer || author, did = status ?? "updated"] = said ?? [];
  const conflict = pull.line("mergeStatus", "") === "conflicts";
  // Azure DevOps also test-merges open pull requests, to detect conflicts.
  if (isMerge && !conflict && pull.line("status", "") === "active") return [];
  const content = itemText({
    who: isNew ? author : isMerge && conflict ? "Azure DevOps" : who,
    did: isNew ? "created" : isMerge ? (conflict ? "tried to merge" : "merged") : did,
    name: `PR #${number}`,
    title,
    url: pull.line("_links.web.href", `${homeOf(payload)}/pullrequest/${number}`),
    titled: namesSubject,
    ...((isNew || isMerge) && {
      branches: [nameOfRef(pull.line("sourceRefName", "")), nameOfRef(pull.line("targetRefName", ""))] as const,
    }),
    more: isMerge && conflict ? "(there are conflicts)" : "",
    body: isNew ? pull.text("description", "") : "",
  });
  return [{ event, topic: `${repositoryOf(payload)} / PR #${number} ${title}`.trim(), content }];
}

export const azuredevops = integration({
  name: "azuredevops",
  title: "Azure DevOps",
  events: EVENTS,
  options: ["branches"],
  deliveryId: "payload:id",
  render(delivery) {
    const { payload, namesSubject } = delivery;
    const event = payload.line("eventType");
    const isPull = event.startsWith("git.pullrequest.");
    if (event !== "git.push" && !(isPull && EVENTS.includes(event))) throw new UnsupportedEvent(event);
    const messages = isPull ? pullRequest(event, payload, delivery) : push(payload, delivery);
    if (messages.length === 0) return SILENT;
    const [name, home] = [repositoryOf(payload), homeOf(payload)];
    return messages.map((message) => inRepository(message, namesSubject, name, home));
  },
  sample: jsonSample({
    eventType: "git.push",
    resource: {
      repository: { name: "nest", remoteUrl: "https://dev.azure.com/birds/wood/_git/nest" },
      commits: [
        { commitId: "1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f1f", comment: "Add a lid", author: { name: "Bob" } },
      ],
      refUpdates: [
        {
          name: "refs/heads/main",
          oldObjectId: "0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a0a",
          newObjectId: "b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7b7",
        },
      ],
      pushedBy: { displayName: "Ann" },
    },
  }),
});
