import { configured, entryFor, integration, jsonSample } from "../../integration.ts";
import { code, codeBlock, counted, facts, link, marked, paragraphs, quote, wordFor } from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

const HAPPENED: Readonly<Record<string, string>> = {
  new_item: "is new",
  occurrence: "occurred",
  exp_repeat_item: "keeps occurring",
  item_velocity: "occurs often",
  reactivated_item: "occurs again",
  reopened_item: "was reopened",
  resolved_item: "was resolved",
};
const LEVELS: Readonly<Record<string, string>> = {
  "10": "debug",
  "20": "info",
  "30": "warning",
  "40": "error",
  "50": "critical",
};

export const rollbar = integration({
  name: "rollbar",
  title: "Rollbar",
  events: [...Object.keys(HAPPENED), "deploy", "test"],
  render({ payload }) {
    const event = payload.line("event_name");
    const data = payload.at("data");
    if (event === "test") return { event, topic: "Rollbar", content: configured("Rollbar") };
    if (event === "deploy") return { event, topic: "Deploys", content: deployText(data.at("deploy")) };
    const happened = entryFor(HAPPENED, event);
    const item = data.at("item");
    const title = item.line("title");
    const isWell = event === "resolved_item" ? true : event === "reopened_item" ? undefined : false;
    const name = link(title, data.line("url", ""));
    return { event, topic: title, content: paragraphs(marked(isWell, `${name} ${happened}.`), itemText(data, item)) };
  },
  sample: jsonSample({
    event_name: "new_item",
    data: {
      url: "https://rollbar.com/birds/nest/items/7/",
      item: {
        title: "TypeError: lid is None",
        environment: "production",
        total_occurrences: 1,
        last_occurrence: { level: "error", body: { trace: { exception: { message: "lid is None" } } } },
      },
    },
  }),
});

function itemText(data: Payload, item: Payload): string {
  const occurrence = data.has("occurrence") ? data.at("occurrence") : item.at("last_occurrence");
  const level = occurrence.line("level", "") || (wordFor(LEVELS, item.line("level", "")) ?? "");
  const threshold = data.has("trigger.threshold") ? counted(data.number("trigger.threshold", 0), "occurrence") : "";
  const body = occurrence.at("body");
  const error = [body.at("trace"), ...body.list("trace_chain")].find((trace) => trace.has("exception"));
  const text = error?.text("exception.message", "") || body.text("message.body", "");
  return paragraphs(
    facts({
      Environment: item.line("environment", ""),
      Level: level,
      Occurrences: item.line("total_occurrences", data.line("occurrences", "")),
      Rate: threshold === "" ? "" : `${threshold} in ${data.line("trigger.window_size_description", "?")}`,
      Version: item.line("resolved_in_version", ""),
      Host: occurrence.line("server.host", ""),
      Exception: code(error?.line("exception.class", "") ?? ""),
    }),
    // For a logged message, the title repeats the text.
    text === item.line("title", "") ? "" : codeBlock(text),
  );
}

function deployText(deploy: Payload): string {
  const who = deploy.oneOf(["local_username", "rollbar_name"], "");
  const revision = deploy.line("revision", "");
  return paragraphs(
    `${who === "" ? "Someone" : who} deployed ${code(shortHash(revision)) || "a revision"} to ${code(deploy.line("environment"))}.`,
    quote(deploy.text("comment", "")),
  );
}
