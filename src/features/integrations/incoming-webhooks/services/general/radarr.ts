import { jsonSample } from "../../integration.ts";
import { bold, boldMarkup, facts, lines, link, marked } from "../../render/compose.ts";
import type { Payload } from "../../render/payload.ts";
import { deletion, filesToo, problems, qualityOf, releaseFacts, renames, servarr, upgrade } from "./servarr.ts";

const movie = (payload: Payload) => {
  const [year, imdb] = [payload.oneOf(["movie.year", "remoteMovie.year"], ""), payload.line("movie.imdbId", "")];
  const shown = `${payload.line("movie.title")}${year === "" || year === "0" ? "" : ` (${year})`}`;
  return boldMarkup(link(shown, imdb === "" ? "" : `https://www.imdb.com/title/${imdb}/`));
};

const file = (payload: Payload) => {
  const quality = qualityOf(payload, "movieFile");
  return `A file of ${movie(payload)}${quality === "" ? "" : ` in ${bold(quality)}`}`;
};

export const radarr = servarr({
  name: "radarr",
  title: "Radarr",
  topics: ["movie.title"],
  tellers: {
    Download: (payload) =>
      payload.is("isUpgrade")
        ? `${movie(payload)} was upgraded${upgrade(payload, "movieFile")}.`
        : lines(`${movie(payload)} was imported.`, facts({ Quality: qualityOf(payload, "movieFile") })),
    Grab: (payload) => lines(`${movie(payload)} was grabbed.`, releaseFacts(payload)),
    ManualInteractionRequired: (payload) =>
      lines(marked(false, `${movie(payload)} must be imported by hand.`), problems(payload)),
    MovieAdded: (payload) => `${movie(payload)} was added.`,
    MovieDelete: (payload) => `${movie(payload)} was deleted${filesToo(payload)}.`,
    MovieFileDelete: (payload) => `${file(payload)} was deleted${deletion(payload)}.`,
    Rename: (payload) => lines(`The files of ${movie(payload)} were renamed.`, renames(payload, "renamedMovieFiles")),
  },
  sample: jsonSample({
    eventType: "Grab",
    movie: { title: "The Nest", year: 2025, imdbId: "tt7737786" },
    release: { quality: "WEBRip-1080p", releaseTitle: "The Nest 2025 1080p", indexer: "Nests" },
    downloadClient: "Deluge",
  }),
});
