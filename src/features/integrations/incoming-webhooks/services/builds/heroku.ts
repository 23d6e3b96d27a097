import { formSample, integration, SILENT, UnsupportedEvent, type WebhookMessage } from "../../integration.ts";
import { bold, facts, lines, link, marked, quote, withQuote } from "../../render/compose.ts";
import { shortHash } from "../../render/git.ts";
import type { Payload } from "../../render/payload.ts";

/** Renders a deploy hook, which sends a form. */
function deployed(payload: Payload): WebhookMessage {
  const topic = payload.line("app");
  const head = payload.oneOf(["head_long", "head"], "");
  const release = payload.line("release", "");
  const what = head === "" ? "a version" : `version ${bold(shortHash(head))}`;
  const as = release === "" ? "" : ` as ${bold(release)}`;
  const text = `${payload.line("user", "Someone")} deployed ${what} of ${link(topic, payload.line("url", ""))}${as}`;
  return { event: "deploy", topic, content: withQuote(text, quote(payload.text("git_log", ""))) };
}

const WELL: Readonly<Record<string, boolean>> = { succeeded: true, failed: false };

/** Renders app webhooks for finished releases and builds. */
function changed(payload: Payload): WebhookMessage | typeof SILENT {
  const event = payload.line("resource");
  if (event !== "release" && event !== "build") throw new UnsupportedEvent(event);
  const data = payload.at("data");
  const topic = data.oneOf(["app.name"]);
  const status = data.line("status", "");
  // When another release follows, Heroku sends the previous one again.
  const isFormer = event === "release" && status === "succeeded" && data.at("current").value === false;
  if (status === "pending" || isFormer) return SILENT;
  const version = data.line("version", "");
  const commit = data.oneOf(["slug.commit", "source_blob.version"], "");
  const who = data.oneOf(["user.email", "release.user.email"], payload.line("actor.email", ""));
  const name = event === "release" ? `Release${version === "" ? "" : ` ${bold(`v${version}`)}`}` : "The build";
  const isWell = Object.hasOwn(WELL, status) ? WELL[status] : undefined;
  return {
    event,
    topic,
    content: lines(
      marked(isWell, `${name} of ${bold(topic)}: ${bold(status || "done")}.`),
      facts({
        By: who,
        What: data.line("description", ""),
        Commit: shortHash(commit),
        Log: data.has("output_stream_url") ? link("output", data.line("output_stream_url")) : "",
      }),
    ),
  };
}

export const heroku = integration({
  name: "heroku",
  title: "Heroku",
  events: ["build", "deploy", "release"],
  // A release is delivered again when it becomes the current one. Ids of deliveries without a message, such as those of
  // pending builds, aren't remembered.
  deliveryId: "payload:data.id",
  signature: { by: "hmac", header: "Heroku-Webhook-Hmac-SHA256", encoding: "base64" },
  readsAnything: true,
  render: ({ payload }) => (payload.has("resource") ? changed(payload) : deployed(payload)),
  sample: formSample({
    app: "nest",
    user: "ann@example.com",
    url: "https://nest.herokuapp.com",
    head_long: "1dc6aa69429bff4806ad6afe58d3d8f57e25973e",
    release: "v7",
    git_log: "  * Ann: Oil the lid",
  }),
});
