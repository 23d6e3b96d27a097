import {
  configured,
  type DeliverySample,
  entryFor,
  type Integration,
  integration,
  type WebhookMessage,
} from "../../integration.ts";
import { bold, code, facts, lines, link, listItem, marked, wordFor } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";

type EventRenderer = (payload: Payload) => string;

/** Sonarr, Radarr or Lidarr. They share a webhook format, and differ in what they collect. */
interface Servarr {
  readonly name: string;
  readonly title: string;
  readonly topics: readonly string[];
  readonly tellers: Readonly<Record<string, EventRenderer>>;
  readonly sample: DeliverySample;
}

const MAX_FILES = 10;

const REASONS: Readonly<Record<string, string>> = {
  manual: "by hand",
  manualoverride: "by hand",
  missingfromdisk: "because it is missing from the disk",
  nolinkedepisodes: "because no episode belongs to it",
  upgrade: "because there is a better one",
};

/** Describes why a file was deleted. Each program spells the reasons differently. */
export function deletion(payload: Payload): string {
  const reason = wordFor(REASONS, payload.line("deleteReason", "").toLowerCase());
  return reason === undefined ? "" : `, ${reason}`;
}

/** Describes whether the files of a series, movie or artist were deleted with it. Empty if unknown. */
export const filesToo = (payload: Payload): string =>
  payload.has("deletedFiles") ? `, ${payload.is("deletedFiles") ? "with its files" : "and its files were kept"}` : "";

/** Returns a file's quality, from newer or older formats. */
export const qualityOf = (payload: Payload, ...files: readonly string[]): string =>
  payload.oneOf(
    files.flatMap((file) => [`${file}.quality`, `${file}.quality.quality.name`]),
    "",
  );

/** Describes an upgrade, such as ` from SDTV to HDTV-720p`, with the qualities that are known. */
export function upgrade(payload: Payload, ...files: readonly string[]): string {
  const [from, to] = [qualityOf(payload, "deletedFiles.0"), qualityOf(payload, ...files)];
  return `${from === "" ? "" : ` from ${bold(from)}`}${to === "" ? "" : ` to ${bold(to)}`}`;
}

export const releaseFacts = (payload: Payload): string =>
  facts({
    Quality: payload.line("release.quality", ""),
    Release: code(payload.line("release.releaseTitle", "")),
    Indexer: payload.line("release.indexer", ""),
    Client: payload.line("downloadClient", ""),
  });

/** Lists the new names of files, if the program sends them. */
export const renames = (payload: Payload, path: string): string =>
  lines(
    ...payload
      .list(path)
      .slice(0, MAX_FILES)
      .map((file) => {
        const from = file.oneOf(["previousRelativePath", "previousPath"], "");
        const to = file.oneOf(["relativePath", "path"], "");
        return to !== "" && `* ${from === "" ? "" : `${code(from)} → `}${code(to)}`;
      }),
  );

/** Lists problems that the user must fix before a download can be imported. */
export const problems = (payload: Payload): string =>
  lines(
    facts({ Download: code(payload.line("downloadInfo.title", "")), Client: payload.line("downloadClient", "") }),
    ...payload
      .list("downloadStatusMessages")
      .slice(0, MAX_FILES)
      .flatMap((status) => {
        const said = status
          .list("messages")
          .slice(0, MAX_FILES)
          .map((message) => message.value);
        return said.map(
          (message) => typeof message === "string" && listItem(message.replace(/\s+/g, " ").trim().slice(0, 500)),
        );
      }),
  );

function health(payload: Payload, isWell: boolean | undefined): string {
  const [text, type] = [payload.line("message"), payload.line("type", "")];
  const over = isWell === true ? "Over: " : "";
  return marked(
    isWell,
    `${over}${text}${payload.has("wikiUrl") ? ` (${link(type || "more", payload.line("wikiUrl"))})` : ""}`,
  );
}

export function servarr({ name, title, topics, tellers, sample }: Servarr): Integration {
  const own: Readonly<Record<string, (payload: Payload) => Omit<WebhookMessage, "event">>> = {
    ApplicationUpdate: (payload) => ({
      topic: `${title} - Application update`,
      content: `${title} was updated from ${bold(payload.line("previousVersion", "?"))} to ${bold(payload.line("newVersion"))}.`,
    }),
    Health: (payload) => ({
      topic: `${title} - Health`,
      content: health(payload, payload.line("level", "") === "error" ? false : undefined),
    }),
    HealthRestored: (payload) => ({ topic: `${title} - Health`, content: health(payload, true) }),
    Test: () => ({ topic: `${title} - Test`, content: configured(title) }),
  };
  return integration({
    name,
    title,
    events: [...Object.keys(own), ...Object.keys(tellers)],
    render({ payload }) {
      const event = payload.line("eventType");
      const about = Object.hasOwn(own, event) ? own[event] : undefined;
      if (about !== undefined) return { event, ...about(payload) };
      const teller = entryFor(tellers, event);
      return { event, topic: payload.oneOf(topics), content: teller(payload) };
    },
    sample,
  });
}
