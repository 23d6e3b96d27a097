import { ArchiveError } from "../../archive-format/archive-error.ts";
import type { Conversion, Convert } from "../conversion.ts";
import { openMembers } from "../readers/open-members.ts";
import { Boards } from "../shared/boards.ts";
import { Drafts } from "../shared/drafts.ts";
import { Files } from "../shared/files.ts";
import { SlackBookmarks } from "./slack-bookmarks.ts";
import { SlackCanvases } from "./slack-canvases.ts";
import { SlackEmoji } from "./slack-emoji.ts";
import { SlackFiles } from "./slack-files.ts";
import { SlackGroups } from "./slack-groups.ts";
import { SlackLinks } from "./slack-links.ts";
import { SlackLists } from "./slack-lists.ts";
import { SlackMessages } from "./slack-messages.ts";
import { askSlack } from "./slack-online.ts";
import { SlackPeople } from "./slack-people.ts";
import { SlackPlaces } from "./slack-places.ts";
import { homeOf } from "./slack-teams.ts";

/** Converts a Slack export. Ordinary exports only contain public channels. */
export const convertSlack: Convert = async (archive, conversion) => {
  const members = await openMembers(archive);
  const lists = new SlackLists(conversion, members);
  const users = ["users.json", "org_users.json"].find((name) => members.has(name));
  if (users === undefined) throw new ArchiveError("This isn't an export of Slack.");
  const online = await askSlack(conversion);
  const uploads = new Files(conversion, members);
  const emoji = new SlackEmoji(conversion, uploads);
  await emoji.add(members.names.filter((name) => emoji.isPicture(name)));
  await emoji.fetch(online);

  const home = await homeOf(lists.needed(users), online.team);
  const people = new SlackPeople(conversion, { emoji, files: uploads, online, home });
  for await (const [user, place] of lists.needed(users)) await people.add(user, place);
  const groups = new SlackGroups(conversion, people);
  for (const group of online.groups) await groups.add(group, "usergroups.list");
  for await (const [group, place] of lists.elements("usergroups.json")) await groups.add(group, place);
  const links = new SlackLinks(conversion);
  const places = new SlackPlaces(conversion, people, links);
  for await (const [channel, place] of lists.needed("channels.json"))
    await places.addChannel(channel, { isPrivate: false, place });
  for await (const [channel, place] of lists.elements("groups.json"))
    await places.addChannel(channel, { isPrivate: true, place });
  for (const list of ["dms.json", "mpims.json"])
    for await (const [direct, place] of lists.elements(list)) places.addDirect(direct, place);

  const files = new SlackFiles(conversion, uploads, { names: members.names, online });
  const boards = new Boards(conversion);
  const drafts = new Drafts(conversion, boards, links);
  const days = [...daysByFolder(members.names)];
  for (const [done, [folder, names]] of days.entries()) {
    conversion.progress?.("conversations", done, days.length);
    const place = places.of(folder);
    if (place === undefined)
      conversion.report.skipped("conversations", "in no list, so no one knows whose they are", folder);
    const messages = new SlackMessages(conversion, { people, groups, places, emoji, files, links }, { place, drafts });
    for (const name of names.sort())
      for await (const [message, where] of lists.elements(name)) await messages.add(message, where);
  }
  await drafts.write();
  places.finish();
  const bookmarks = new SlackBookmarks(conversion, { places, boards });
  for await (const [bookmark, place] of lists.elements("bookmarks.json")) bookmarks.add(bookmark, place);
  for (const slackId of places.channels.keys())
    for (const bookmark of await online.bookmarks(slackId)) bookmarks.add(bookmark, `bookmarks.list: ${slackId}`);
  await boards.write();
  const canvases = new SlackCanvases(conversion, { people, places, links, files, uploads, online });
  for await (const [canvas, place] of lists.elements("canvases.json")) canvases.add(canvas, place);
  await canvases.write();
  await people.finish();
  files.finish();
  for (const name of members.names) if (emoji.isPicture(name) || files.isUpload(name)) lists.know(name);
  await tellRest(lists, conversion);
  return { program: "slack", version: "", exported_at: conversion.now, scope: "whole", secrets: false };
};

function daysByFolder(names: readonly string[]): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const name of names) {
    const [, folder = ""] = /^([^/]+)\/\d{4}-\d{2}-\d{2}\.json$/.exec(name) ?? [];
    if (folder === "") continue;
    const days = folders.get(folder) ?? [];
    folders.set(folder, days);
    days.push(name);
  }
  return folders;
}

/** Lists with no counterpart here, with descriptions for the report. */
const NO_PLACE: Readonly<Record<string, string>> = {
  "lists.json": "lists of Slack",
  "integration_logs.json": "entries of the integration log",
  "content_flags.json": "flags of content",
  "huddle_transcripts.json": "transcripts of huddles",
};

/** Reports the archive's remaining members, which aren't imported. */
async function tellRest(lists: SlackLists, { report }: Conversion): Promise<void> {
  for (const name of lists.unread) {
    const kind = NO_PLACE[name] ?? (/^[^/]+\.json$/.test(name) ? "entries of other lists" : undefined);
    if (kind === undefined) {
      report.skipped("other members of the archive", "nothing here reads them", name);
      continue;
    }
    for await (const [, place] of lists.elements(name)) report.skipped(kind, "there is no place for them here", place);
  }
}
