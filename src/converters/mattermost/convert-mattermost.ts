import { ArchiveError } from "../../archive-format/archive-error.ts";
import { channelMarkdown } from "../../markup/name-links.ts";
import { lengthLimits } from "../../protocol/limits.ts";
import type { Conversion, Convert } from "../conversion.ts";
import { numberAt, textAt, valueAt } from "../markdown/loose-json.ts";
import { jsonLines } from "../readers/json-lines.ts";
import { isTar, isZip, type Members, openMembers, readArchiveHead } from "../readers/open-members.ts";
import { Boards } from "../shared/boards.ts";
import { Drafts } from "../shared/drafts.ts";
import { contentTypeOf, Files } from "../shared/files.ts";
import { emojiOfShortName } from "../short-names.ts";
import { cleanName, cleanText } from "../text.ts";
import { UniqueNames } from "../unique-names.ts";
import { writeRow } from "../write-row.ts";
import { MattermostPeople } from "./mattermost-people.ts";
import { MattermostPosts } from "./mattermost-posts.ts";

const DEFAULT_CHANNEL = "town-square";
const READ_LATER = new Set(["version", "post", "direct_post"]);
const MAX_NAME = 40;
const MAX_DESCRIPTION = 1000;

/** An archive's lines. They can be read repeatedly. */
interface Lines {
  readonly name: string;
  readonly stream: () => Promise<ReadableStream<Uint8Array>>;
}

interface Channel {
  readonly id: number;
  readonly name: string;
}

/** Converts a Mattermost server's bulk export, with its files in a zip, or just its lines. */
export const convertMattermost: Convert = async (archive, conversion) => {
  const { lines, members } = await open(archive);
  const files = new Files(conversion, members);
  const people = new MattermostPeople(conversion);
  const found = await gather(lines, conversion, people);
  const team = chosenTeam(found.teams, conversion.chosen);
  await writeOrganization(team, conversion);
  const memberships = await people.write(team.name, files);
  const administrators = Map.groupBy(
    memberships.filter(({ isAdministrator }) => isAdministrator),
    ({ channel }) => channel.toLowerCase(),
  );
  const administratorsOf = (key: string) => (administrators.get(key) ?? []).map(({ user_id }) => user_id);
  const channels = await writeChannels(found.channels, { team: team.name, administratorsOf }, conversion);
  for (const { channel, isAdministrator: _, ...membership } of memberships) {
    const channel_id = channels.get(channel.toLowerCase())?.id;
    if (channel_id === undefined) {
      conversion.report.leftOut("subscriptions: to a channel that is not listed", channel);
      continue;
    }
    const row = { ...membership, channel_id, active: true };
    await writeRow(conversion, "subscriptions", { row, place: channel });
  }
  const emoji = await writeEmoji(found.emoji, conversion, files);
  const names = {
    user(username: string) {
      const person = people.byName(username);
      return person && people.mention(person);
    },
    channel(name: string) {
      const channel = channels.get(name);
      return channel && channelMarkdown(channel);
    },
  };
  const boards = new Boards(conversion);
  const drafts = new Drafts(conversion, boards);
  const posts = new MattermostPosts(conversion, { people, names, files, emoji }, drafts);
  for await (const { type, value, place } of entries(lines)) {
    if (type === "post") await addPost(value, place);
    else if (type === "direct_post" && found.teams.size === 1) await posts.addDirect(value, place);
    else if (type === "direct_post") posts.leaveOut(value, "direct: they name no team, and there are several", place);
  }
  await drafts.write();
  await boards.write();
  posts.finish(members?.names.filter((name) => name !== lines.name) ?? []);
  return { program: "mattermost", version: "", exported_at: conversion.now, scope: "whole", secrets: false };

  async function addPost(post: unknown, place: string): Promise<void> {
    if (textAt(post, "team").toLowerCase() !== team.name)
      return posts.leaveOut(post, "of another team than the one that moves in", place);
    const channel = channels.get(textAt(post, "channel").toLowerCase());
    if (channel !== undefined) return posts.addToChannel(post, channel.id, place);
    posts.leaveOut(post, "in a channel that is not listed", place);
  }
};

async function open(archive: Blob): Promise<{ readonly lines: Lines; readonly members: Members | undefined }> {
  const head = await readArchiveHead(archive);
  const isPacked = isZip(head) || isTar(head);
  if (!isPacked) return { lines: { name: "the archive", stream: async () => archive.stream() }, members: undefined };
  const members = await openMembers(archive);
  const name = members.names.find((member) => /^[^/]+\.jsonl?$/.test(member));
  if (name === undefined) throw new ArchiveError("This isn't an export of Mattermost.");
  return { lines: { name, stream: () => members.stream(name) }, members };
}

/** Yields the values of the lines, with their type and position. */
async function* entries({ name, stream }: Lines) {
  for await (const lines of jsonLines(await stream(), name)) {
    for (const { line, value } of lines) {
      const type = textAt(value, "type");
      yield { type, value: valueAt(value, type), place: `${name}:${line}` };
    }
  }
}

/** Line types that come after the teams: people, and everything that refers to both. */
const AFTER_TEAMS = new Set(["user", "bot", "post", "direct_channel", "direct_post"]);

export async function teamsOf(archive: Blob): Promise<{ readonly name: string; readonly title: string }[]> {
  const teams = new Map<string, string>();
  for await (const { type, value } of entries((await open(archive)).lines)) {
    if (AFTER_TEAMS.has(type)) break;
    const name = textAt(value, "name").toLowerCase();
    if (type === "team") teams.set(name, textAt(value, "display_name") || name);
  }
  return [...teams].map(([name, title]) => ({ name, title }));
}

/** Reads everything except the posts, which may refer to later lines. */
async function gather(lines: Lines, { report }: Conversion, people: MattermostPeople) {
  const teams = new Map<string, unknown>();
  const channels: { readonly channel: unknown; readonly place: string }[] = [];
  const emoji: { readonly emoji: unknown; readonly place: string }[] = [];
  const direct: { readonly conversation: unknown; readonly place: string }[] = [];
  let isFirst = true;
  for await (const { type, value, place } of entries(lines)) {
    if (isFirst && type !== "version") throw new ArchiveError("This isn't an export of Mattermost.");
    isFirst = false;
    if (type === "team") teams.set(textAt(value, "name").toLowerCase(), value);
    else if (type === "channel") channels.push({ channel: value, place });
    else if (type === "user" || type === "bot") people.gather(value, place, type === "bot");
    else if (type === "emoji") emoji.push({ emoji: value, place });
    else if (type === "direct_channel") direct.push({ conversation: value, place });
    else if (type === "role" || type === "scheme")
      report.skipped("roles and schemes", "permissions are set again", place);
    else if (!READ_LATER.has(type)) report.skipped("other lines", "damaged, or of a type that is not known", place);
  }
  for (const { conversation, place } of direct) tellDirect(conversation, place, { report, hasTeams: teams.size > 1 });
  return { teams, channels, emoji };
}

/**
 * Reports the parts of a direct conversation that aren't imported. The conversation itself is created by its messages.
 */
function tellDirect(
  conversation: unknown,
  place: string,
  { report, hasTeams }: { readonly report: Conversion["report"]; readonly hasTeams: boolean },
): void {
  report.read("direct conversations");
  if (hasTeams) {
    report.leftOut("direct conversations: they name no team, and there are several", place);
    return;
  }
  report.wrote("direct conversations");
  if (textAt(conversation, "header") !== "") report.changed("direct conversations: without their header", place);
}

function chosenTeam(teams: ReadonlyMap<string, unknown>, chosen: string | undefined) {
  const names = [...teams.keys()];
  const name = chosen?.toLowerCase() ?? (names.length === 1 ? names[0] : undefined);
  if (name === undefined || !teams.has(name)) {
    throw new ArchiveError(
      `Which team is meant (--team NAME)? There are ${names.length === 0 ? "none" : names.slice(0, 100).join(", ")}.`,
    );
  }
  return { name, team: teams.get(name) };
}

async function writeOrganization(
  { name, team }: { readonly name: string; readonly team: unknown },
  conversion: Conversion,
) {
  const row = {
    name: cleanName(textAt(team, "display_name") || name, MAX_NAME),
    description: [...cleanText(textAt(team, "description"))].slice(0, MAX_DESCRIPTION).join(""),
    settings: {},
  };
  await writeRow(conversion, "organization", { row, place: name });
}

async function writeChannels(
  all: readonly { readonly channel: unknown; readonly place: string }[],
  { team, administratorsOf }: { readonly team: string; readonly administratorsOf: (key: string) => number[] },
  conversion: Conversion,
): Promise<Map<string, Channel>> {
  const { report, now } = conversion;
  const channels = new Map<string, Channel>();
  const names = new UniqueNames(lengthLimits.max_stream_name_length);
  for (const { channel, place } of all) {
    report.read("channels");
    if (textAt(channel, "team").toLowerCase() !== team) {
      report.leftOut("channels: of another team than the one that moves in", place);
      continue;
    }
    const key = textAt(channel, "name").toLowerCase();
    if (key === "" || channels.has(key)) {
      report.leftOut("channels: without a name, or listed before", place);
      continue;
    }
    const id = channels.size + 1;
    const name = names.give(textAt(channel, "display_name") || key, key);
    const wanted = textAt(channel, "display_name") || key;
    if (name !== wanted) report.changed("channels: with another name, which is free and not too long", place);
    const texts = [textAt(channel, "purpose"), textAt(channel, "header")].map((text) => cleanText(text).trim());
    const about = [...new Set(texts)].filter((text) => text !== "").join(" · ");
    const description = [...about].slice(0, lengthLimits.max_stream_description_length).join("");
    if (description !== about) report.changed("channels: with the beginning of a description that is too long", place);
    const direct_members = administratorsOf(key);
    const row = {
      id,
      name,
      description,
      date_created: now,
      invite_only: textAt(channel, "type") === "P",
      history_public_to_subscribers: true,
      is_archived: (numberAt(channel, "deleted_at") ?? 0) > 0,
      is_default: key === DEFAULT_CHANNEL,
      ...(direct_members.length > 0 && {
        permissions: { can_administer_channel_group: { direct_members, direct_subgroups: [] } },
      }),
    };
    if (await writeRow(conversion, "channels", { row, place })) channels.set(key, { id, name });
  }
  return channels;
}

/** Writes the organization's custom emoji. Returns their codes by name. */
async function writeEmoji(
  all: readonly { readonly emoji: unknown; readonly place: string }[],
  conversion: Conversion,
  files: Files,
): Promise<Map<string, string>> {
  const { report } = conversion;
  const codes = new Map<string, string>();
  for (const { emoji, place } of all) {
    report.read("custom_emoji");
    const name = textAt(emoji, "name");
    const member = files.memberOf(textAt(emoji, "image"));
    if (name === "" || codes.has(name) || emojiOfShortName(name) !== undefined) {
      report.leftOut("custom_emoji: of a name that another one has", place);
      continue;
    }
    const content_type = contentTypeOf(member ?? "");
    const file = member && (await files.picture(member, name, content_type));
    if (file === undefined) {
      report.leftOut("custom_emoji: without a picture, or with a damaged one", place);
      continue;
    }
    const id = codes.size + 1;
    const row = { id, name, animated: content_type === "image/gif", file };
    if (await writeRow(conversion, "custom_emoji", { row, place })) codes.set(name, String(id));
  }
  return codes;
}
