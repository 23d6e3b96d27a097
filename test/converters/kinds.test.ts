import { expect, test } from "vitest";
import { ArchiveWriter, tarOf } from "../../src/archive-format/members.ts";
import { converters, detectArchiveKind } from "../../src/converters/kinds.ts";
import { convertMattermost } from "../../src/converters/mattermost/convert-mattermost.ts";
import { convertSlack } from "../../src/converters/slack/convert-slack.ts";
import { convertZulip } from "../../src/converters/zulip/convert.ts";
import { gathered } from "../support/gathered.ts";
import { memorySpool } from "../support/memory-spool.ts";
import { packedAgain, zipFile } from "../support/zip-file.ts";
import { exportMembers, zulipExport } from "../support/zulip-export.ts";

const lists = (...names: string[]) => names.map((name) => ({ name, content: "[]" }));
const zip = (...names: string[]) => zipFile(lists(...names));

async function parleyExport(): Promise<Blob> {
  const facts = { program: "parley", version: "1", exported_at: 1, scope: "whole", secrets: false } as const;
  const members = await new ArchiveWriter(memorySpool).finish(facts);
  return new Blob((await gathered(tarOf(members, 0))).map((part) => part.slice()));
}

test.each([
  ["Zulip's", "zulip", () => zulipExport(exportMembers())],
  ["Zulip's, unpacked", "zulip", () => zulipExport(exportMembers(), { gzip: false })],
  ["Slack's", "slack", () => zip("channels.json", "users.json", "general/2024-01-01.json")],
  ["Slack's of several workspaces", "slack", () => zip("org_users.json", "dms.json")],
  ["Slack's, packed again", "slack", () => zipFile(packedAgain(lists("channels.json", "users.json")))],
  ["Mattermost's", "mattermost", () => zip("import.jsonl", "data/users.json")],
  ["Mattermost's lines alone", "mattermost", async () => new Blob(['{"type":"version","version":1}\n'])],
  ["Parley's own", "parley", parleyExport],
  ["a picture", undefined, async () => new Blob(["\u0089PNG"])],
  ["nothing", undefined, async () => new Blob([])],
  ["any other zip", undefined, () => zip("holiday/1.jpg")],
])("an archive is recognized by its content: %s", async (_, kind, make) => {
  expect(await detectArchiveKind(await make())).toBe(kind);
});

test("an export is converted by the converter for its kind", () => {
  expect(converters).toEqual({ zulip: convertZulip, slack: convertSlack, mattermost: convertMattermost });
});
