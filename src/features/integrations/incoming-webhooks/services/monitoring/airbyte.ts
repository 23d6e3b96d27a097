import { integration, jsonSample } from "../../integration.ts";
import { bold, duration, facts, lines, link, marked, paragraphs, quote } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

const linked = (data: Payload, what: string) => link(data.line(`${what}.name`, "?"), data.line(`${what}.url`, ""));

/** Returns amounts such as `12 emitted, 10 committed`. */
function amounts(data: Payload, what: string, form: string): string {
  const [emitted, committed] = ["Emitted", "Committed"].map((how) =>
    data.oneOf([`${what}${how}${form}`, `${what}${how}`], ""),
  );
  return emitted === "" && committed === "" ? "" : `${emitted || "?"} emitted, ${committed || "?"} committed`;
}

export const airbyte = integration({
  name: "airbyte",
  title: "Airbyte",
  events: ["sync_failed", "sync_succeeded"],
  render({ payload }) {
    // A test notification has only a `text` field.
    if (!payload.has("data")) return { topic: "Airbyte notification", content: payload.text("text") };
    const data = payload.at("data");
    const isWell = data.is("success");
    const seconds = data.number("durationInSeconds", 0);
    return {
      event: isWell ? "sync_succeeded" : "sync_failed",
      topic: `${data.line("workspace.name")} - ${data.line("connection.name")}`,
      content: paragraphs(
        lines(
          marked(isWell, `The sync of ${linked(data, "connection")} ${bold(isWell ? "succeeded" : "failed")}.`),
          facts({
            Source: linked(data, "source"),
            Destination: linked(data, "destination"),
            Records: amounts(data, "records", ""),
            Bytes: amounts(data, "bytes", "Formatted"),
            Duration: data.line("durationFormatted", seconds > 0 ? duration(seconds) : ""),
          }),
        ),
        !isWell && quote(data.text("errorMessage", "")),
      ),
    };
  },
  sample: jsonSample({
    data: {
      workspace: { name: "Birds", url: "https://cloud.airbyte.com/birds" },
      connection: { name: "Nests", url: "https://cloud.airbyte.com/nests" },
      source: { name: "PostgreSQL", url: "https://cloud.airbyte.com/postgresql" },
      destination: { name: "BigQuery", url: "https://cloud.airbyte.com/bigquery" },
      success: false,
      recordsEmitted: 89,
      recordsCommitted: 45,
      bytesEmittedFormatted: "1000 B",
      bytesCommittedFormatted: "90 B",
      durationFormatted: "1 hours 0 min",
      errorMessage: "Connection timeout",
    },
  }),
});
