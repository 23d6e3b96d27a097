import { ArchiveError } from "../../archive/archive-error.ts";
import { Drafts } from "../chat/drafts.ts";
import { Files } from "../chat/files.ts";
import type { Convert } from "../conversion.ts";
import { jsonBatches } from "../read/read-json.ts";
import { Zip } from "../read/zip.ts";
import { SlackEmoji } from "./slack-emoji.ts";
import { SlackFiles } from "./slack-files.ts";
import { SlackMessages } from "./slack-messages.ts";
import { SlackPeople } from "./slack-people.ts";
import { SlackPlaces } from "./slack-places.ts";

/** The export of a Slack workspace. Ordinary ones have public channels alone. */
export const convertSlack: Convert = async (archive, conversion) => {
  const zip = await Zip.open(archive);
  const people = new SlackPeople(conversion);
  const places = new SlackPlaces(conversion, people);
  const users = ["users.json", "org_users.json"].find((name) => zip.has(name));
  if (users === undefined) throw new ArchiveError("It is no export of Slack.");
  for await (const [user, place] of elements(zip, users)) await people.add(user, place);
  for (const [list, isPrivate] of [
    ["channels.json", false],
    ["groups.json", true],
  ] as const)
    for await (const [channel] of elements(zip, list)) await places.addChannel(channel, { isPrivate });
  for (const list of ["dms.json", "mpims.json"])
    for await (const [direct] of elements(zip, list)) places.addDirect(direct);

  const uploads = new Files(conversion, zip);
  const emoji = new SlackEmoji(conversion);
  await emoji.add(zip, uploads);
  const files = new SlackFiles(conversion, uploads, zip);
  const drafts = new Drafts(conversion);
  const days = [...daysByFolder(zip)];
  for (const [done, [folder, members]] of days.entries()) {
    conversion.progress?.("conversations", done, days.length);
    const place = places.of(folder);
    if (place === undefined) {
      conversion.report.leftOut("conversations: in no list, so that nobody knows whose they are", folder);
      continue;
    }
    const messages = new SlackMessages(conversion, { people, places, emoji, files }, { place, drafts });
    for (const member of members.sort())
      for await (const [message, where] of elements(zip, member)) await messages.add(message, where);
  }
  await drafts.write();
  await people.finish();
  return { program: "slack", version: "", exported_at: conversion.now, scope: "whole", secrets: false };
};

/** The elements of a list, each with where it stands; nothing where the archive has no such member. */
async function* elements(zip: Zip, member: string): AsyncGenerator<readonly [value: unknown, place: string]> {
  if (!zip.has(member)) return;
  for await (const { first, values } of jsonBatches(await zip.stream(member), member))
    for (const [index, value] of values.entries()) yield [value, `${member}:${first + index + 1}`];
}

/** The members with messages, by the folder of their conversation. */
function daysByFolder(zip: Zip): Map<string, string[]> {
  const folders = new Map<string, string[]>();
  for (const member of zip.names) {
    const [, folder = ""] = /^([^/]+)\/\d{4}-\d{2}-\d{2}\.json$/.exec(member) ?? [];
    if (folder === "") continue;
    const members = folders.get(folder) ?? [];
    folders.set(folder, members);
    members.push(member);
  }
  return folders;
}
