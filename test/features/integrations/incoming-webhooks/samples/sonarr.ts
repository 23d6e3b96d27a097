import { expected, type Sample } from "../sample.ts";

const series = { id: 7, title: "Birds", path: "/series/Birds", tvdbId: 72108, imdbId: "tt0364845", type: "standard" };
const episode = { id: 8268, episodeNumber: 5, seasonNumber: 2, title: "The `lid", airDate: "2026-01-10" };
const file = { id: 4835, relativePath: "Season 2/Birds - S02E05.mkv", quality: "HDTV-720p", releaseGroup: "NEST" };

const event = (eventType: string, more: object = {}) => ({
  payload: { eventType, series, episodes: [episode], ...more },
});
const health = {
  level: "error",
  message: "No indexers are available",
  type: "IndexerRssCheck",
  wikiUrl: "https://wiki.servarr.com/sonarr/system#no-indexers",
};

export const samples: readonly Sample[] = [
  {
    name: "a test",
    ...event("Test"),
    becomes: expected`
      Test > Sonarr - Test
      Sonarr webhook has been successfully configured.
    `,
  },
  {
    name: "an episode that is grabbed",
    ...event("Grab", {
      release: { quality: "HDTV-720p", releaseTitle: "Birds S02E05 720p-NEST", indexer: "Nests", size: 415236096 },
      downloadClient: "Deluge",
    }),
    becomes: expected`
      Grab > Birds
      **[Birds](https://www.imdb.com/title/tt0364845/)** 2x05 “The \\\`lid” was grabbed.
      * **Quality**: HDTV-720p
      * **Release**: \`Birds S02E05 720p-NEST\`
      * **Indexer**: Nests
      * **Client**: Deluge
    `,
  },
  {
    name: "episodes that are imported",
    ...event("Download", {
      episodes: [episode, { ...episode, id: 8269, episodeNumber: 12, title: "" }],
      episodeFiles: [file],
    }),
    becomes: expected`
      Download > Birds
      **[Birds](https://www.imdb.com/title/tt0364845/)** 2x05 “The \\\`lid” and 2x12 were imported.
      * **Quality**: HDTV-720p
    `,
  },
  {
    name: "an episode that is upgraded",
    ...event("Download", { episodeFile: file, isUpgrade: true, deletedFiles: [{ ...file, quality: "SDTV" }] }),
    becomes: expected`
      Download > Birds
      **[Birds](https://www.imdb.com/title/tt0364845/)** 2x05 “The \\\`lid” was upgraded from **SDTV** to **HDTV-720p**.
    `,
  },
  {
    name: "an upgrade without the old file",
    ...event("Download", { isUpgrade: true }),
    becomes: expected`
      Download > Birds
      **[Birds](https://www.imdb.com/title/tt0364845/)** 2x05 “The \\\`lid” was upgraded.
    `,
  },
  {
    name: "episodes that are renamed",
    ...event("Rename", {
      renamedEpisodeFiles: [{ ...file, previousRelativePath: "Season 2/birds.mkv" }, { id: 1 }],
    }),
    becomes: expected`
      Rename > Birds
      Episodes of **[Birds](https://www.imdb.com/title/tt0364845/)** were renamed.
      * \`Season 2/birds.mkv\` → \`Season 2/Birds - S02E05.mkv\`
    `,
  },
  {
    name: "a file that is deleted",
    ...event("EpisodeFileDelete", { episodeFile: file, deleteReason: "upgrade" }),
    becomes: expected`
      EpisodeFileDelete > Birds
      A file of **[Birds](https://www.imdb.com/title/tt0364845/)** 2x05 “The \\\`lid” was deleted, because there is a better one.
    `,
  },
  {
    name: "a series that is added",
    ...event("SeriesAdd"),
    becomes: expected`
      SeriesAdd > Birds
      **[Birds](https://www.imdb.com/title/tt0364845/)** was added.
    `,
  },
  {
    name: "a series that is deleted",
    ...event("SeriesDelete", { deletedFiles: false }),
    becomes: expected`
      SeriesDelete > Birds
      **[Birds](https://www.imdb.com/title/tt0364845/)** was deleted, and its files were kept.
    `,
  },
  {
    name: "a download that waits for someone",
    ...event("ManualInteractionRequired", {
      downloadInfo: { quality: "HDTV-720p", title: "Birds.S02E05.720p-NEST" },
      downloadClient: "Deluge",
      downloadStatusMessages: [{ title: "Birds.S02E05.720p-NEST", messages: ["Not an upgrade"] }],
    }),
    becomes: expected`
      ManualInteractionRequired > Birds
      :cross_mark: **[Birds](https://www.imdb.com/title/tt0364845/)** 2x05 “The \\\`lid” must be imported by hand.
      * **Download**: \`Birds.S02E05.720p-NEST\`
      * **Client**: Deluge
      * Not an upgrade
    `,
  },
  {
    name: "a fault",
    payload: { eventType: "Health", ...health },
    becomes: expected`
      Health > Sonarr - Health
      :cross_mark: No indexers are available ([IndexerRssCheck](https://wiki.servarr.com/sonarr/system#no-indexers))
    `,
  },
  {
    name: "a warning",
    payload: { eventType: "Health", level: "warning", message: "The disk is nearly full" },
    becomes: expected`
      Health > Sonarr - Health
      The disk is nearly full
    `,
  },
  {
    name: "a fault that is over",
    payload: { eventType: "HealthRestored", ...health },
    becomes: expected`
      HealthRestored > Sonarr - Health
      :check: Over: No indexers are available ([IndexerRssCheck](https://wiki.servarr.com/sonarr/system#no-indexers))
    `,
  },
  {
    name: "a new version",
    payload: { eventType: "ApplicationUpdate", previousVersion: "4.0.0.1", newVersion: "4.0.0.2", message: "Updated" },
    becomes: expected`
      ApplicationUpdate > Sonarr - Application update
      Sonarr was updated from **4.0.0.1** to **4.0.0.2**.
    `,
  },
  { name: "an event that is not known", ...event("Dance"), becomes: { unsupported: "Dance" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
