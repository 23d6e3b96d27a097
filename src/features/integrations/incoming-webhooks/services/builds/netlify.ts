import { entryFor, integration, jsonSample } from "../../integration.ts";
import {
  code,
  codeBlock,
  duration,
  facts,
  firstLine,
  lines,
  link,
  marked,
  paragraphs,
  spaced,
  truncate,
} from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";

const VERBS: Readonly<Record<string, string>> = {
  deploy_building: "is being built",
  deploy_created: "is live",
  deploy_failed: "has failed",
  deploy_locked: "is locked: newer deploys are not published",
  deploy_unlocked: "is no longer locked",
};

export const netlify = integration({
  name: "netlify",
  title: "Netlify",
  events: Object.keys(VERBS),
  render({ payload, eventHeader }) {
    const event = eventHeader("X-Netlify-Event");
    const did = entryFor(VERBS, event);
    const name = payload.line("name");
    const branch = payload.line("branch", "");
    const site = link(name, payload.oneOf(["ssl_url", "url"], ""));
    const deploy = link(
      "deploy",
      payload.has("admin_url") ? `${payload.line("admin_url")}/deploys/${payload.line("id", "")}` : "",
    );
    const commit = payload.line("commit_ref", "");
    const title = firstLine(payload.text("title", ""));
    const seconds = event === "deploy_created" ? payload.number("deploy_time", 0) : 0;
    const context = payload.line("context", "");
    const by = payload.line("committer", "");
    const preview = payload.oneOf(["deploy_ssl_url", "deploy_url"], "");
    const head = `The ${deploy} of ${site}${branch === "" ? "" : ` from ${code(branch)}`} ${did}${seconds > 0 ? ` after ${duration(seconds)}` : ""}.`;
    const isWell = event === "deploy_created" ? true : event === "deploy_failed" ? false : undefined;
    return {
      event,
      topic: branch || name,
      content: paragraphs(
        lines(
          marked(isWell, head),
          facts({
            Context: spaced(context),
            Commit: commit === "" ? "" : link(shortHash(commit), payload.line("commit_url", "")),
            Title: truncate(title, 200),
            Author: by,
            Preview: event === "deploy_created" && preview !== "" ? link(preview, preview) : "",
            Review: payload.has("review_url") ? link("pull request", payload.line("review_url")) : "",
          }),
        ),
        event === "deploy_failed" && codeBlock(payload.text("error_message", "")),
      ),
    };
  },
  sample: jsonSample(
    {
      id: "5a51f2ae6b8cd1000d2f3a4b",
      name: "nest",
      ssl_url: "https://nest.netlify.app",
      admin_url: "https://app.netlify.com/sites/nest",
      deploy_ssl_url: "https://main--nest.netlify.app",
      branch: "main",
      commit_ref: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      commit_url: "https://github.com/birds/nest/commit/1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      title: "Oil the lid",
      context: "production",
      committer: "ann",
      deploy_time: 75,
    },
    { "X-Netlify-Event": "deploy_created" },
  ),
});
