import { integration, jsonSample } from "../../integration.ts";
import {
  bold,
  code,
  codeBlock,
  counted,
  duration,
  facts,
  lines,
  link,
  marked,
  momentOf,
  paragraphs,
  quote,
  wordFor,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const MAX_HOSTS = 20;
const VERBS: Readonly<Record<string, string>> = {
  pending: "is waiting",
  waiting: "is waiting",
  running: "has begun",
  successful: "was successful",
  failed: "has failed",
  error: "has failed with an error",
  canceled: "was canceled",
};
const SAID: Readonly<Record<string, string>> = { dark: "unreachable", failures: "failed" };
const COUNTS = ["ok", "changed", "skipped", "rescued", "ignored", "failures", "dark"];

function host(name: string, counts: Payload): string {
  const isWell = !counts.is("failed") && counts.number("failures", 0) === 0 && counts.number("dark", 0) === 0;
  const shown = COUNTS.map((count) => [wordFor(SAID, count) ?? count, counts.number(count, 0)] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${count} ${word}`);
  const said = isWell ? "successful" : "failed";
  return `* ${code(name)}: ${bold(said)}${shown.length === 0 ? "" : ` (${shown.join(", ")})`}`;
}

/** Ansible Tower, AWX and the Ansible Automation Platform, which all send the same format. */
export const ansibletower = integration({
  name: "ansibletower",
  title: "Ansible Tower",
  render({ payload }) {
    const topic = payload.line("name");
    const kind = payload.line("friendly_name", "Job");
    const id = payload.line("id", "");
    const status = payload.line("status");
    const hosts = payload.fields("hosts");
    const more = hosts.length - MAX_HOSTS;
    const [start, end] = [momentOf(payload.line("started", "")), momentOf(payload.line("finished", ""))];
    const took =
      start !== undefined && end !== undefined && end >= start ? ` after ${duration((end - start) / 1000)}` : "";
    const isWell = status === "successful" ? true : status === "failed" || status === "error" ? false : undefined;
    const shown = link(`${id === "" ? "" : `#${id} `}${topic}`, payload.line("url", ""));
    return {
      topic,
      content: paragraphs(
        lines(
          marked(isWell, `${kind} ${shown} ${wordFor(VERBS, status) ?? `is now: ${status}`}${took}.`),
          facts({
            "Started by": payload.line("created_by", ""),
            Project: payload.line("project", ""),
            Playbook: code(payload.line("playbook", "")),
            Inventory: payload.line("inventory", ""),
            Limit: code(payload.line("limit", "")),
          }),
        ),
        lines(
          ...hosts.slice(0, MAX_HOSTS).map(([name, counts]) => host(name, counts)),
          more > 0 && `[and ${counted(more, "more host")}]`,
        ),
        quote(payload.text("body", "")),
        codeBlock(payload.text("traceback", "")),
      ),
    };
  },
  sample: jsonSample({
    id: 5,
    name: "Oil the lids",
    url: "https://tower.example.com/#/jobs/playbook/5",
    created_by: "ann",
    started: "2026-01-10T08:30:00+00:00",
    finished: "2026-01-10T08:31:30+00:00",
    status: "successful",
    inventory: "Nests",
    project: "Birds",
    playbook: "oil.yml",
    limit: "nest-*",
    hosts: { "nest-1": { changed: 1, ok: 2 } },
  }),
});
