import { jsonSample } from "../../integration.ts";
import { boldMarkup, counted, joinItems, lines, link, listItem, quotedTitle } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { filesToo, releaseFacts, renames, servarr } from "./servarr.ts";

const MAX_TRACKS = 20;

const artist = (payload: Payload) => {
  const id = payload.line("artist.mbId", "");
  return boldMarkup(link(payload.line("artist.name"), id === "" ? "" : `https://musicbrainz.org/artist/${id}`));
};

/** Lists albums as `“The lid” by Birds`. The album of a deletion can lack its artist. */
function albums(payload: Payload): string {
  const all = payload.has("albums") ? payload.list("albums") : [payload.at("album")];
  const titles = all.map((one) => one.line("title", "")).filter((title) => title !== "");
  const by = payload.has("artist.name") ? ` by ${artist(payload)}` : "";
  return `${titles.length === 0 ? "An album" : joinItems(titles.map(quotedTitle))}${by}`;
}

function imported(payload: Payload): string {
  const how = payload.is("isUpgrade") ? "upgraded" : "imported";
  const all = payload.list("tracks");
  if (all.length === 0) return `${albums(payload)} was ${how}.`;
  const of = payload.has("album.title") ? ` of ${quotedTitle(payload.line("album.title"))}` : "";
  const more = all.length - MAX_TRACKS;
  return lines(
    `Tracks${of} by ${artist(payload)} were ${how}:`,
    ...all.slice(0, MAX_TRACKS).map((one) => listItem(one.line("title", "?"))),
    more > 0 && `[and ${counted(more, "more track")}]`,
  );
}

export const lidarr = servarr({
  name: "lidarr",
  title: "Lidarr",
  topics: ["artist.name", "album.title"],
  tellers: {
    AlbumDelete: (payload) => `${albums(payload)} was deleted${filesToo(payload)}.`,
    ArtistAdd: (payload) => `${artist(payload)} was added.`,
    ArtistDelete: (payload) => `${artist(payload)} was deleted${filesToo(payload)}.`,
    Download: imported,
    Grab: (payload) => lines(`${albums(payload)} was grabbed.`, releaseFacts(payload)),
    Rename: (payload) => lines(`Tracks by ${artist(payload)} were renamed.`, renames(payload, "renamedFiles")),
    Retag: (payload) => `The tags of tracks by ${artist(payload)} were written again.`,
  },
  sample: jsonSample({
    eventType: "Download",
    artist: { name: "The Birds", mbId: "7113aab7-628f-4050-ae49-dbecac110ca8" },
    tracks: [{ title: "The lid" }, { title: "The nest" }],
    isUpgrade: false,
  }),
});
