import { integration, jsonSample, UnsupportedEvent } from "../../integration.ts";
import { bold, link, marked } from "../../render/compose.ts";

const RESULTS = [
  "was successful",
  "was successful, with warnings",
  "has failed",
  "was skipped",
  "has failed with an exception",
  "is tried again",
  "was canceled",
];
const GOOD = [0, 1];
const BAD = [2, 4];

export const buildbot = integration({
  name: "buildbot",
  title: "Buildbot",
  events: ["new", "finished"],
  render({ payload, namesSubject }) {
    // HttpStatusPush sends no event name, only whether the build is complete.
    const said = payload.has("complete") ? (payload.is("complete") ? "finished" : "new") : "";
    const event = payload.line("event", said) || payload.line("event");
    if (event !== "new" && event !== "finished") throw new UnsupportedEvent(event);
    const topic = payload.oneOf(["project", "properties.project.0"], "general");
    const builder = payload.oneOf(["buildername", "builder.name"]);
    const build = link(`#${payload.oneOf(["number", "buildid"])}`, payload.line("url", ""));
    const results = payload.number("results", -1);
    const isNew = event === "new";
    const isWell = isNew ? undefined : GOOD.includes(results) ? true : BAD.includes(results) ? false : undefined;
    const did = isNew ? "has begun" : (RESULTS[results] ?? "is over");
    const project = namesSubject && topic !== "general" ? ` of ${bold(topic)}` : "";
    return { event, topic, content: marked(isWell, `Build ${build}${project} by ${bold(builder)} ${did}.`) };
  },
  sample: jsonSample({
    event: "finished",
    buildid: 33,
    buildername: "runtests",
    url: "http://localhost:8010/#builders/2/builds/33",
    project: "nest",
    results: 0,
  }),
});
