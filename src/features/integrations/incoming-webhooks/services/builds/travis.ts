import { formSample, integration, UnsupportedEvent } from "../../integration.ts";
import { bold, code, duration, facts, firstLine, lines, link, marked, truncate } from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";

const EVENTS = ["push", "pull_request", "cron", "api"];
const GOOD = ["Passed", "Fixed"];
const BAD = ["Broken", "Failed", "Still Failing", "Errored", "Still Broken"];

export const travis = integration({
  name: "travis",
  title: "Travis CI",
  events: EVENTS,
  render({ payload }) {
    const event = payload.line("type", payload.is("pull_request") ? "pull_request" : "push");
    if (!EVENTS.includes(event)) throw new UnsupportedEvent(event);
    const result = payload.oneOf(["status_message", "result_message"]);
    const isWell = GOOD.includes(result) ? true : BAD.includes(result) ? false : undefined;
    const repository = [payload.line("repository.owner_name", ""), payload.line("repository.name")];
    const build = link(`Build ${payload.line("number", "")}`, payload.line("build_url", ""));
    const seconds = payload.number("duration", 0);
    const commit = payload.line("commit", "");
    const pull = payload.line("pull_request_number", "");
    const subject = firstLine(payload.text("message", ""));
    const name = repository.filter((part) => part !== "").join("/");
    const said = `${build} of ${bold(name)}: ${bold(result)}${seconds > 0 ? ` after ${duration(seconds)}` : ""}.`;
    const details = facts({
      Author: payload.oneOf(["author_name", "committer_name"], ""),
      "Pull request": pull === "" ? "" : `#${pull} ${payload.line("pull_request_title", "")}`.trim(),
      Branch: payload.has("tag") ? "" : code(payload.line("branch", "")),
      Tag: code(payload.line("tag", "")),
      Commit:
        commit === ""
          ? ""
          : `${link(shortHash(commit), payload.line("compare_url", ""))} ${truncate(subject, 200)}`.trim(),
      Details: [
        payload.has("compare_url") ? link("changes", payload.line("compare_url")) : "",
        payload.has("build_url") ? link("build log", payload.line("build_url")) : "",
      ]
        .filter((one) => one !== "")
        .join(", "),
    });
    return { event, topic: "builds", content: lines(marked(isWell, said), details) };
  },
  sample: formSample({
    payload: JSON.stringify({
      number: "7",
      result_message: "Passed",
      duration: 125,
      build_url: "https://app.travis-ci.com/birds/nest/builds/1",
      compare_url: "https://github.com/birds/nest/compare/50d4b9c2c5d7...1dc6aa69429b",
      commit: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
      branch: "main",
      message: "Oil the lid\n\nIt squeaks.",
      committer_name: "Ann",
      repository: { name: "nest", owner_name: "birds" },
    }),
  }),
});
