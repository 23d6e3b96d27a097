import { expect, test } from "vitest";
import { convertMattermost } from "../../src/converters/mattermost/convert-mattermost.ts";
import { convertSlack } from "../../src/converters/slack/convert-slack.ts";
import { slackApi } from "../../src/converters/slack/slack-api.ts";
import { converted } from "../support/converted.ts";
import { slackStandIn } from "../support/slack-stand-in.ts";
import { zipFile } from "../support/zip-file.ts";
import type { BoardSample } from "./board-sample.ts";
import { mattermostPins } from "./samples/mattermost-pins.ts";
import { slackBookmarks } from "./samples/slack-bookmarks.ts";
import { slackCanvases } from "./samples/slack-canvases.ts";
import { slackPins } from "./samples/slack-pins.ts";

async function expectBoard(made: Awaited<ReturnType<typeof converted>>, sample: BoardSample): Promise<void> {
  const texts = new Map(made.rows("messages").map(({ id, content }) => [id, content]));
  const pins = made.rows("channel_pins").map(({ message_id, url, title, topic, channel_id, ...pin }) => ({
    ...pin,
    ...(message_id === null ? { url, title } : { message: texts.get(message_id) }),
  }));
  expect(pins).toEqual(sample.pins ?? []);
  expect(made.rows("channel_pages").map(({ channel_id, ...page }) => page)).toEqual(sample.pages ?? []);
  const files: Record<string, string | undefined> = {};
  for (const { name, member } of made.rows("files")) files[name] = await made.members.get(member)?.text();
  expect(files).toEqual(sample.files ?? {});
  const leftOut = [...made.leftOut].flatMap(([reason, { count }]) =>
    /^(channel_pins|canvases|files):/.test(reason) ? [[reason, count]] : [],
  );
  expect(Object.fromEntries(leftOut)).toEqual(sample.leftOut ?? {});
  for (const kind of ["channel_pins", "canvases", "files"]) {
    const { in: read, out } = made.counts[kind] ?? { in: 0, out: 0 };
    const missing = leftOut.filter(([reason]) => String(reason).startsWith(`${kind}:`));
    expect(out + missing.reduce((sum, [, count]) => sum + Number(count), 0), kind).toBe(read);
  }
}

const person = (id: string, name: string, real_name: string) => ({
  ...{ id, team_id: "T0HOME", name, real_name },
  profile: { real_name, email: `${name}@example.org` },
});

test.each(Object.entries({ ...slackPins, ...slackBookmarks, ...slackCanvases }))("Slack: %s", async (_, sample) => {
  const lists = {
    "users.json": [person("U0IRIS", "iris", "Iris W"), person("U012AB3CD", "egon", "Egon Spengler")],
    "channels.json": [{ id: "C012AB3CD", name: "general", created: 1, members: ["U0IRIS"], ...sample.channels }],
    ...sample.members,
  };
  const archive = await zipFile([
    ...Object.entries(lists).map(([name, list]) => ({ name, content: JSON.stringify(list), deflated: true })),
    ...Object.entries(sample.uploads ?? {}).map(([name, content]) => ({ name, content })),
  ]);
  if (sample.online === undefined) return expectBoard(await converted(convertSlack, archive), sample);
  const methods = { "auth.test": () => ({ team_id: "T0HOME" }) };
  const more = Object.entries(sample.online).map(([name, answer]) => [name, () => answer] as const);
  const slack = slackStandIn({ token: "xoxp", methods: { ...methods, ...Object.fromEntries(more) }, files: {} });
  const api = slackApi({
    ...{ token: "xoxp", address: "https://slack.com/api/" },
    ...{ fetch: slack.fetch, wait: async () => undefined },
  });
  return expectBoard(await converted(convertSlack, archive, { slack: api }), sample);
});

test("canvases whose content Slack refuses to return stay links", async () => {
  const canvas = { id: "F1", title: "Plan", channels: ["C1"], permalink: "https://acme.slack.com/docs/T0/F1" };
  const archive = await zipFile(
    Object.entries({
      "users.json": [person("U0IRIS", "iris", "Iris W")],
      "channels.json": [{ id: "C1", name: "general", created: 1 }],
      "canvases.json": [canvas],
    }).map(([name, list]) => ({ name, content: JSON.stringify(list) })),
  );
  const slack = slackStandIn({ token: "xoxp", methods: { "auth.test": () => ({ team_id: "T0" }) }, files: {} });
  const api = slackApi({
    ...{ token: "xoxp", address: "https://slack.com/api/" },
    ...{ fetch: slack.fetch, wait: async () => undefined },
  });
  const { rows, leftOut } = await converted(convertSlack, archive, { slack: api });
  expect(rows("channel_pages")).toMatchObject([{ content: "* [Plan](https://acme.slack.com/docs/T0/F1)" }]);
  expect(leftOut.get("canvases: Slack does not give them out")?.places).toEqual(["F1: missing_scope"]);
});

test.each(Object.entries(mattermostPins))("Mattermost: %s", async (_, sample) => {
  const user = (username: string) => ({
    type: "user",
    user: { username, email: `${username}@example.org`, teams: [{ name: "deck", channels: [{ name: "general" }] }] },
  });
  const lines = [
    { type: "version", version: 1 },
    { type: "team", team: { name: "deck", display_name: "Deck" } },
    { type: "channel", channel: { team: "deck", name: "general", display_name: "General", type: "O" } },
    ...[user("iris"), user("omar")],
    ...(sample.lines ?? []),
  ];
  const archive = new Blob([lines.map((line) => JSON.stringify(line)).join("\n")]);
  await expectBoard(await converted(convertMattermost, archive), sample);
});
