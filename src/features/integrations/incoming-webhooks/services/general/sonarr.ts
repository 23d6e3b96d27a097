import { jsonSample } from "../../integration.ts";
import { boldMarkup, facts, joinItems, lines, link, marked, quotedTitle } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { deletion, filesToo, problems, qualityOf, releaseFacts, renames, servarr, upgrade } from "./servarr.ts";

const series = (payload: Payload) => {
  const imdb = payload.line("series.imdbId", "");
  return boldMarkup(link(payload.line("series.title"), imdb === "" ? "" : `https://www.imdb.com/title/${imdb}/`));
};

/** Lists episodes as `**Birds** 2x05 “The lid”`. */
function episodes(payload: Payload): string {
  const all = payload.list("episodes").map((one) => {
    const title = one.line("title", "");
    return `${one.line("seasonNumber", "?")}x${one.line("episodeNumber", "?").padStart(2, "0")}${title === "" ? "" : ` ${quotedTitle(title)}`}`;
  });
  return `${series(payload)} ${joinItems(all)}`.trim();
}

const were = (payload: Payload) => (payload.list("episodes").length > 1 ? "were" : "was");

const files = ["episodeFile", "episodeFiles.0"];

export const sonarr = servarr({
  name: "sonarr",
  title: "Sonarr",
  topics: ["series.title"],
  tellers: {
    Download: (payload) =>
      payload.is("isUpgrade")
        ? `${episodes(payload)} ${were(payload)} upgraded${upgrade(payload, ...files)}.`
        : lines(`${episodes(payload)} ${were(payload)} imported.`, facts({ Quality: qualityOf(payload, ...files) })),
    EpisodeFileDelete: (payload) => `A file of ${episodes(payload)} was deleted${deletion(payload)}.`,
    Grab: (payload) => lines(`${episodes(payload)} ${were(payload)} grabbed.`, releaseFacts(payload)),
    ManualInteractionRequired: (payload) =>
      lines(marked(false, `${episodes(payload)} must be imported by hand.`), problems(payload)),
    Rename: (payload) => lines(`Episodes of ${series(payload)} were renamed.`, renames(payload, "renamedEpisodeFiles")),
    SeriesAdd: (payload) => `${series(payload)} was added.`,
    SeriesDelete: (payload) => `${series(payload)} was deleted${filesToo(payload)}.`,
  },
  sample: jsonSample({
    eventType: "Download",
    series: { title: "Birds", imdbId: "tt0364845" },
    episodes: [{ seasonNumber: 2, episodeNumber: 5, title: "The lid" }],
    episodeFile: { quality: "HDTV-720p" },
    deletedFiles: [{ quality: "SDTV" }],
    isUpgrade: true,
  }),
});
