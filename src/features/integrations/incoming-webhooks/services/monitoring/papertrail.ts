import { formSample, integration } from "../../integration.ts";
import { bold, code, codeBlock, counted, link, paragraphs, time } from "../../render/compose.ts";

const MAX_LINES = 4;

/** Log lines found by a saved search: JSON in the form field `payload`. */
export const papertrail = integration({
  name: "papertrail",
  title: "Papertrail",
  render({ payload }) {
    const topic = payload.line("saved_search.name");
    const url = payload.oneOf(["saved_search.html_search_url", "saved_search.html_edit_url"], "");
    // Throws an error naming the missing field if only counts were sent.
    if (!Array.isArray(payload.at("events").value)) payload.at("events").checkObject();
    const events = payload.list("events");
    const query = payload.line("saved_search.query", "");
    const of = query === "" ? "" : ` for ${code(query)}`;
    const found = bold(counted(events.length, "match", "matches"));
    const shown = events.slice(0, MAX_LINES).map((event) => {
      const from = [event.line("source_name", event.line("hostname", "?")), event.line("program", "")];
      const head = `${time(event.line("received_at", "?"))} ${from
        .filter((part) => part !== "")
        .map(code)
        .join(" ")}`;
      return `${head}\n${codeBlock(event.text("message", "").slice(0, 2000))}`.trimEnd();
    });
    const more = events.length - shown.length;
    return {
      topic,
      content: paragraphs(
        `${link(`Search “${topic}”`, url)} found ${found}${of}.`,
        ...shown,
        more > 0 && `[and ${counted(more, "more line")}]`,
      ),
    };
  },
  sample: formSample({
    payload: JSON.stringify({
      events: [
        {
          received_at: "2026-01-10T08:30:00Z",
          source_name: "nest-1",
          program: "CROND",
          message: "The lid is open",
        },
      ],
      saved_search: { name: "Lids", query: "lid OR oil", html_search_url: "https://papertrailapp.com/searches/42" },
    }),
  }),
});
