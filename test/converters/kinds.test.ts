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
  ["a Zulip export", "zulip", () => zulipExport(exportMembers())],
  ["an unpacked Zulip export", "zulip", () => zulipExport(exportMembers(), { gzip: false })],
  ["a Slack export", "slack", () => zip("channels.json", "users.json", "general/2024-01-01.json")],
  ["a Slack export of several workspaces", "slack", () => zip("org_users.json", "dms.json")],
  ["a repacked Slack export", "slack", () => zipFile(packedAgain(lists("channels.json", "users.json")))],
  ["a Mattermost export", "mattermost", () => zip("import.jsonl", "data/users.json")],
  ["the bare lines of a Mattermost export", "mattermost", async () => new Blob(['{"type":"version","version":1}\n'])],
  ["a Parley archive", "parley", parleyExport],
  ["a picture", undefined, async () => new Blob(["\u0089PNG"])],
  ["nothing", undefined, async () => new Blob([])],
  ["any other zip", undefined, () => zip("holiday/1.jpg")],
])("an archive is recognized by its content: %s", async (_, kind, make) => {
  expect(await detectArchiveKind(await make())).toBe(kind);
});

test("an export is converted by the converter for its kind", () => {
  expect(converters).toEqual({ zulip: convertZulip, slack: convertSlack, mattermost: convertMattermost });
});
