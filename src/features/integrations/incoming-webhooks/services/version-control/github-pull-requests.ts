import { type ReceivedDelivery, SILENT } from "../../integration.ts";
import { code, joinItems, link, quotedTitle, spaced, wordFor } from "../../render/compose.ts";
import { type Item, itemText } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";
import { commented, type EventRenderer, itemTopic, type RenderedEvent, senderOf } from "./github-payload.ts";

function describePullRequest(
  payload: Payload,
  { namesSubject }: ReceivedDelivery,
  event: string,
  did: string,
  more: Partial<Item> = {},
): RenderedEvent {
  const pull = payload.at("pull_request");
  const content = itemText({
    who: senderOf(payload),
    did,
    name: `PR #${pull.number("number")}`,
    title: pull.line("title", ""),
    url: pull.line("html_url", ""),
    titled: namesSubject,
    ...more,
  });
  return { event, topic: itemTopic(payload, pull, "PR"), content };
}

const pullRequest: EventRenderer = (payload, delivery) => {
  const pull = payload.at("pull_request");
  const action = payload.line("action");
  const branches = [pull.line("head.ref", ""), pull.line("base.ref", "")] as const;
  const tell = (event: string, did: string, more: Partial<Item> = {}) =>
    describePullRequest(payload, delivery, event, did, more);
  switch (action) {
    case "opened":
    case "reopened": {
      const assignees = pull.list("assignees").map((one) => one.line("login", "?"));
      return tell("opened_pull_request", pull.is("draft") && action === "opened" ? "opened draft" : action, {
        branches,
        ...(assignees.length > 0 && { more: `(assigned to ${joinItems(assignees)})` }),
        body: action === "opened" ? pull.text("body", "") : "",
      });
    }
    case "closed": {
      if (!pull.is("merged")) return tell("closed_pull_request", "closed", { more: "without merging it" });
      return tell("closed_pull_request", "merged", { branches });
    }
    case "synchronize":
      return tell("updated_pull_request", "pushed to", { branches });
    case "edited": {
      if (payload.fields("changes").length === 0) return SILENT;
      const title = payload.line("changes.title.from", "");
      const base = payload.line("changes.base.ref.from", "");
      if (base !== "")
        return tell("updated_pull_request", "changed the base of", {
          more: `from ${code(base)} to ${code(branches[1])}`,
        });
      if (title !== "")
        return tell("updated_pull_request", "renamed", { titled: true, more: `(it was ${quotedTitle(title)})` });
      return tell("updated_pull_request", "edited", { body: pull.text("body", "") });
    }
    case "assigned":
    case "unassigned": {
      const person = payload.line("assignee.login", "someone");
      const did = action === "assigned" ? `assigned ${person} to` : `unassigned ${person} from`;
      return tell("assigned_or_unassigned_pull_request", did);
    }
    case "locked":
    case "unlocked":
      return tell("locked_or_unlocked_pull_request", action);
    case "review_requested": {
      const one = payload.oneOf(["requested_reviewer.login", "requested_team.name"], "");
      const all = [
        ...pull.list("requested_reviewers").map((each) => each.line("login", "?")),
        ...pull.list("requested_teams").map((each) => each.line("name", "?")),
      ];
      return tell(
        "pull_request_review_requested",
        `asked ${one === "" ? joinItems(all) || "someone" : one} for a review of`,
      );
    }
    case "ready_for_review":
      return tell("pull_request_ready_for_review", "marked", { more: "as ready for review" });
    case "auto_merge_enabled":
    case "auto_merge_disabled":
      return tell("pull_request_auto_merge", `${spaced(action.slice("auto_merge_".length))} auto-merge for`);
    default:
      // Changes of labels, milestones, merge queues and drafts, among others.
      return SILENT;
  }
};

const review: EventRenderer = (payload, delivery) => {
  const action = payload.line("action");
  const state = payload.line("review.state", "").toLowerCase();
  const body = payload.text("review.body", "");
  if (action === "edited" && payload.fields("changes").length === 0) return SILENT;
  const url = payload.line("review.html_url", "");
  const did =
    action === "submitted"
      ? (wordFor(
          { approved: link("approved", url), changes_requested: `${link("requested changes", url)} of` },
          state,
        ) ?? `${link("reviewed", url)}`)
      : `${action} a ${link("review", url)} of`;
  return describePullRequest(payload, delivery, "pull_request_review", did, {
    body: action === "dismissed" ? "" : body,
  });
};

const reviewComment: EventRenderer = (payload, delivery) => {
  const action = payload.line("action", "created");
  const comment = payload.at("comment");
  const path = comment.line("path", "");
  const line = comment.oneOf(["line", "original_line"], "");
  return describePullRequest(
    payload,
    delivery,
    "pull_request_review_comment",
    commented(action, comment.line("html_url", "")),
    {
      ...(path !== "" && { more: `in ${code(line === "" ? path : `${path}:${line}`)}` }),
      body: action === "deleted" ? "" : comment.text("body", ""),
    },
  );
};

export const pullRequestEvents: Readonly<Record<string, EventRenderer>> = {
  pull_request: pullRequest,
  pull_request_review: review,
  pull_request_review_comment: reviewComment,
};
