import { SILENT } from "../../integration.ts";
import { code, link, spaced } from "../../render/compose.ts";
import { itemText } from "../../render/git.ts";
import { commented, type EventRenderer, itemTopic, senderOf, transferTarget } from "./github-payload.ts";

const issues: EventRenderer = (payload, { namesSubject }) => {
  const action = payload.line("action");
  const person = payload.line("assignee.login", "someone");
  const tell = (event: string, did: string, more: { body?: string; more?: string } = {}) => {
    const issue = payload.at("issue");
    const content = itemText({
      who: senderOf(payload),
      did,
      name: `issue #${issue.number("number")}`,
      title: issue.line("title", ""),
      url: issue.line("html_url", ""),
      titled: namesSubject,
      ...more,
    });
    return { event, topic: itemTopic(payload, issue, "issue"), content };
  };
  switch (action) {
    case "opened": {
      const body = payload.text("issue.body", "");
      if (!payload.has("changes.old_issue")) return tell("issues", "opened", { body });
      const from = link(
        `${payload.line("changes.old_repository.name", "another repository")}#${payload.line("changes.old_issue.number", "")}`,
        payload.line("changes.old_issue.html_url", ""),
      );
      return tell("issues_opened_via_transfer", "opened", { more: `(transferred from ${from})`, body });
    }
    case "transferred":
      return tell("issues_transferred", "transferred", { more: `to ${transferTarget(payload, "issue")}` });
    case "edited":
      return payload.fields("changes").length === 0
        ? SILENT
        : tell("issues", "edited", { body: payload.text("issue.body", "") });
    case "assigned":
      return tell("issues", `assigned ${person} to`);
    case "unassigned":
      return tell("issues", `unassigned ${person} from`);
    case "labeled":
    case "unlabeled": {
      const did = action === "labeled" ? "added label" : "removed label";
      const label = code(payload.line("label.name", "?"));
      return tell("issue_labeled_or_unlabeled", `${did} ${label} ${action === "labeled" ? "to" : "from"}`);
    }
    case "milestoned":
    case "demilestoned": {
      const milestone = payload.has("milestone") ? payload.at("milestone") : payload.at("issue.milestone");
      const shown = link(milestone.line("title", "?"), milestone.line("html_url", ""));
      const did = action === "milestoned" ? `added milestone ${shown} to` : `removed milestone ${shown} from`;
      return tell("issue_milestoned_or_demilestoned", did);
    }
    case "closed": {
      const reason = payload.line("issue.state_reason", "completed");
      return tell("issues", "closed", reason === "completed" ? {} : { more: `as ${spaced(reason)}` });
    }
    default:
      return tell("issues", spaced(action));
  }
};

const issueComment: EventRenderer = (payload, { namesSubject }) => {
  const issue = payload.at("issue");
  const action = payload.line("action");
  const kind = issue.has("pull_request") ? "PR" : "issue";
  const content = itemText({
    who: senderOf(payload),
    did: commented(action, payload.line("comment.html_url", "")),
    name: `${kind} #${issue.number("number")}`,
    title: issue.line("title", ""),
    url: issue.line("html_url", ""),
    titled: namesSubject,
    body: action === "deleted" ? "" : payload.text("comment.body", ""),
  });
  return { event: "issue_comment", topic: itemTopic(payload, issue, kind), content };
};

export const issueEvents: Readonly<Record<string, EventRenderer>> = { issues, issue_comment: issueComment };
