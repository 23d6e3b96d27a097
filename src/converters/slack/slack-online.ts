import { ArchiveError } from "../../archive-format/archive-error.ts";
import type { Conversion } from "../conversion.ts";
import { listAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { type SlackApi, SlackRefusal } from "./slack-api.ts";

/** Data that Slack's API returns, but its exports lack. Empty without a token. */
export interface SlackOnline {
  readonly api: SlackApi | undefined;
  /** Workspace of the token, or "" if unknown. */
  readonly team: string;
  readonly users: ReadonlyMap<string, unknown>;
  /** Image URLs of custom emoji, or `alias:NAME`, by name. */
  readonly emoji: ReadonlyMap<string, string>;
  readonly groups: readonly unknown[];
  /** Names of profile fields by id. */
  readonly fields: ReadonlyMap<string, string>;
  bookmarks(channel: string): Promise<readonly unknown[]>;
}

const PAGE = 200;
const MAX_PAGES = 2000;
/** Slack's errors for a token that is completely unusable. */
const USELESS = new Set(["invalid_auth", "not_authed", "token_revoked", "token_expired", "account_inactive"]);

/** Fetches from Slack what its exports lack. Missing permissions are reported. */
export async function askSlack({ slack: api, report, progress }: Conversion): Promise<SlackOnline> {
  const bookmarks = async () => [];
  const nothing = { api, team: "", users: new Map(), emoji: new Map(), groups: [], fields: new Map(), bookmarks };
  if (api === undefined) return nothing;
  const asked = async <Told>(method: string, work: () => Promise<Told>, instead: Told): Promise<Told> => {
    progress?.(`asking Slack: ${method}`, 0, 0);
    try {
      return await work();
    } catch (error) {
      if (!(error instanceof SlackRefusal)) throw error;
      if (USELESS.has(error.message)) throw new ArchiveError(`Slack does not take the token: ${error.message}.`);
      report.changed("Slack did not tell what was asked for with the token", `${method}: ${error.message}`);
      return instead;
    }
  };
  let isRefused = false;
  return {
    api,
    team: await asked("auth.test", async () => textAt(await api.call("auth.test"), "team_id"), ""),
    users: await asked("users.list", () => usersOf(api), new Map()),
    emoji: await asked("emoji.list", async () => textsOf(valueAt(await api.call("emoji.list"), "emoji")), new Map()),
    groups: await asked("usergroups.list", () => groupsOf(api), []),
    fields: await asked("team.profile.get", () => loadProfileFields(api), new Map()),
    async bookmarks(channel) {
      if (isRefused) return [];
      const told = await asked("bookmarks.list", () => bookmarksOf(api, channel), undefined);
      // Slack would reject the requests for other channels, too.
      isRefused = told === undefined;
      return told ?? [];
    },
  };
}

async function usersOf(api: SlackApi): Promise<Map<string, unknown>> {
  const users = new Map<string, unknown>();
  let cursor = "";
  for (let page = 0; page < MAX_PAGES; page++) {
    const answer = await api.call("users.list", { limit: String(PAGE), ...(cursor !== "" && { cursor }) });
    for (const user of listAt(answer, "members")) users.set(textAt(user, "id"), user);
    cursor = textAt(answer, "response_metadata", "next_cursor");
    if (cursor === "") break;
  }
  return users;
}

const groupsOf = async (api: SlackApi): Promise<readonly unknown[]> =>
  listAt(await api.call("usergroups.list", { include_users: "true", include_disabled: "true" }), "usergroups");

const bookmarksOf = async (api: SlackApi, channel_id: string): Promise<readonly unknown[] | undefined> =>
  listAt(await api.call("bookmarks.list", { channel_id }), "bookmarks");

async function loadProfileFields(api: SlackApi): Promise<Map<string, string>> {
  const fields = listAt(valueAt(await api.call("team.profile.get"), "profile"), "fields");
  return new Map(fields.map((field) => [textAt(field, "id"), textAt(field, "label")]));
}

function textsOf(value: unknown): Map<string, string> {
  const entries = typeof value === "object" && value !== null ? Object.entries(value) : [];
  return new Map(entries.map(([name, text]) => [name, typeof text === "string" ? text : ""]));
}
