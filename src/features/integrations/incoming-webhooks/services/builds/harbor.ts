import { entryFor, integration, jsonSample, SILENT, type WebhookMessage } from "../../integration.ts";
import {
  bold,
  capitalized,
  code,
  facts,
  joinItems,
  lines,
  marked,
  paragraphs,
  quote,
  wordFor,
} from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

/** Event names in the CloudEvents payload format, mapped to those of the default format. */
const CLOUD_EVENTS: Readonly<Record<string, string>> = {
  "harbor.artifact.deleted": "DELETE_ARTIFACT",
  "harbor.artifact.pulled": "PULL_ARTIFACT",
  "harbor.artifact.pushed": "PUSH_ARTIFACT",
  "harbor.quota.exceeded": "QUOTA_EXCEED",
  "harbor.quota.warned": "QUOTA_WARNING",
  "harbor.replication.status.changed": "REPLICATION",
  "harbor.scan.completed": "SCANNING_COMPLETED",
  "harbor.scan.failed": "SCANNING_FAILED",
  "harbor.scan.stopped": "SCANNING_STOPPED",
  "harbor.tag_retention.finished": "TAG_RETENTION",
};

/** Events that every deployment triggers, and events that newer versions no longer send. */
const SILENT_EVENTS = ["PULL_ARTIFACT", "UPLOAD_CHART", "DOWNLOAD_CHART", "DELETE_CHART"];
/** Operators that Harbor reports for its own actions, or if it doesn't know who acted. */
const SYSTEM_OPERATORS = ["", "auto", "system", "MANUAL", "SCHEDULED", "EVENT_BASED"];
const SEVERITIES = ["Critical", "High", "Medium", "Low", "Negligible", "Unknown", "None"];
const DIGEST_LENGTH = 12;

interface Event {
  readonly data: Payload;
  readonly who: string;
  readonly images: string;
}

/** Lists images as `nest:1.2`, or as `nest@c50334049354` without a tag. */
function imagesOf(data: Payload): string {
  const repository = data.line("repository.repo_full_name", "");
  const images = data.list("resources").map((one) => {
    const tag = one.line("tag", "");
    const digest = one
      .line("digest", "")
      .replace(/^sha\d+:/, "")
      .slice(0, DIGEST_LENGTH);
    return code(repository + (tag === "" || tag.startsWith("sha") ? digest && `@${digest}` : `:${tag}`));
  });
  return images.length === 0 ? code(repository) : joinItems(images);
}

function scanned({ data, images }: Event): string {
  // The report's key is its media type.
  const [, report] = data.fields("resources.0.scan_overview")[0] ?? [];
  const counts = report?.at("summary.summary");
  const total = report?.number("summary.total", 0) ?? 0;
  if (report === undefined || !report.has("summary")) return `The scan of ${images} is complete.`;
  if (total === 0) return marked(true, `The scan of ${images} found no vulnerabilities.`);
  const rows = SEVERITIES.map((severity) => [severity, counts?.line(severity, "") ?? ""]);
  const isSerious = ["Critical", "High"].some((severity) => (counts?.number(severity, 0) ?? 0) > 0);
  const found = `${bold(String(total))} ${total === 1 ? "vulnerability" : "vulnerabilities"}`;
  const fixable = report.number("summary.fixable", 0);
  return lines(
    marked(
      isSerious ? false : undefined,
      `The scan of ${images} found ${found}${fixable > 0 ? `, of which ${fixable} can be fixed` : ""}.`,
    ),
    facts(Object.fromEntries(rows)),
  );
}

const WELL = /^succe/i;
const wellOf = (status: string) => (WELL.test(status) ? true : /^(?:fail|error)/i.test(status) ? false : undefined);
const registryPath = (resource: Payload) =>
  [resource.oneOf(["endpoint", "registry_name"], ""), resource.line("namespace", "")]
    .filter((one) => one !== "")
    .join("/");

function replicated({ data }: Event): string {
  const replication = data.at("replication");
  const status = replication.oneOf(["job_status", "status"], "done");
  const names = (path: string) =>
    joinItems(
      replication.list(path).map((one) => {
        const reason = one.line("fail_reason", "");
        return `${code(one.line("name_tag", "?"))}${reason === "" ? "" : ` (${reason})`}`;
      }),
    );
  return lines(
    marked(wellOf(status), `A replication ended: ${bold(status)}.`),
    facts({
      From: registryPath(replication.at("src_resource")),
      To: registryPath(replication.at("dest_resource")),
      Artifacts: replication.has("successful_artifact") ? names("successful_artifact") : imagesOf(data),
      Failed: names("failed_artifact"),
    }),
  );
}

function retained({ data }: Event, topic: string): string {
  const retention = data.at("retention");
  const status = retention.line("result", "");
  const deleted = retention.list("deleted_artifact").map((one) => code(one.line("name_tag", "?")));
  const [total, kept] = [retention.number("total", 0), retention.number("retained", 0)];
  return lines(
    marked(wellOf(status), `Tag retention in ${bold(topic)} kept ${kept} of ${total} tags.`),
    facts({ Result: status, Deleted: joinItems(deleted) }),
  );
}

const quota =
  (did: string): EventRenderer =>
  ({ data }, topic) =>
    paragraphs(
      `The quota of ${bold(data.line("repository.namespace", topic))} ${did}.`,
      quote(data.text("custom_attributes.Details", "")),
    );

type EventRenderer = (event: Event, topic: string) => string;

const renderers: Readonly<Record<string, EventRenderer>> = {
  DELETE_ARTIFACT: ({ who, images }) => `${who} deleted ${images}.`,
  PUSH_ARTIFACT: ({ who, images }) => `${who} pushed ${images}.`,
  QUOTA_EXCEED: (event, topic) => marked(false, quota("is exceeded")(event, topic)),
  QUOTA_WARNING: quota("is nearly used up"),
  REPLICATION: replicated,
  SCANNING_COMPLETED: scanned,
  SCANNING_FAILED: ({ images }) => marked(false, `The scan of ${images} failed.`),
  SCANNING_STOPPED: ({ images }) => `The scan of ${images} was stopped.`,
  TAG_RETENTION: retained,
};

export const harbor = integration({
  name: "harbor",
  title: "Harbor",
  events: Object.keys(renderers),
  escapesTwice: true,
  render({ payload }): WebhookMessage | typeof SILENT {
    const said = payload.line("type");
    const event = wordFor(CLOUD_EVENTS, said) ?? said;
    if (SILENT_EVENTS.includes(event)) return SILENT;
    const teller = entryFor(renderers, event, said);
    const data = payload.at(event === said ? "event_data" : "data");
    const operator = payload.line("operator", "");
    const who = SYSTEM_OPERATORS.includes(operator) ? "Harbor" : bold(operator);
    // Replications and retentions belong to a project, not to a repository.
    const topic = data.oneOf([
      "repository.repo_full_name",
      "retention.project_name",
      "replication.dest_resource.namespace",
      "replication.src_resource.namespace",
    ]);
    return { event, topic, content: capitalized(teller({ data, who, images: imagesOf(data) }, topic)) };
  },
  sample: jsonSample({
    type: "SCANNING_COMPLETED",
    occur_at: 1768033800,
    operator: "auto",
    event_data: {
      resources: [
        {
          tag: "1.2",
          scan_overview: {
            "application/vnd.security.vulnerability.report; version=1.1": {
              summary: { total: 5, fixable: 3, summary: { High: 4, Low: 1 } },
            },
          },
        },
      ],
      repository: { name: "lid", namespace: "nest", repo_full_name: "nest/lid" },
    },
  }),
});
