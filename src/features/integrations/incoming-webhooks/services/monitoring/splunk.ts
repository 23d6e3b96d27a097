import { integration, jsonSample } from "../../integration.ts";
import { code, facts, link, paragraphs, time } from "../../render/compose.ts";

/** Alerts of saved searches. Splunk sends only the first result of a search. */
export const splunk = integration({
  name: "splunk",
  title: "Splunk",
  render({ payload }) {
    payload.checkObject();
    if (!payload.has("result")) payload.line("search_name");
    const name = payload.line("search_name", "A search without a name");
    const result = payload.at("result");
    return {
      topic: name,
      content: paragraphs(
        `The search ${link(name, payload.line("results_link", ""))} has found something.`,
        facts({
          Host: result.line("host", ""),
          Source: code(result.line("source", "")),
          Time: result.has("_time") ? time(result.line("_time")) : "",
          Raw: code(result.line("_raw", "")),
        }),
      ),
    };
  },
  sample: jsonSample({
    search_name: "Open lids",
    results_link: "http://splunk.example.com:8000/app/search/search?q=%7Cloadjob%20lids",
    app: "search",
    owner: "ann",
    result: {
      host: "nest-1",
      source: "/var/log/lid.log",
      _raw: "Jan 10 08:30:00 nest-1 lid: open",
      _time: "1768033800",
    },
  }),
});
