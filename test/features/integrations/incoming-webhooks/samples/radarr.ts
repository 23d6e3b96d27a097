import { expected, type Sample } from "../sample.ts";

const movie = { id: 771, title: "The Nest", releaseDate: "2026-01-09", tmdbId: 524047, imdbId: "tt7737786" };
const remoteMovie = { tmdbId: 524047, imdbId: "tt7737786", title: "The Nest", year: 2025 };
const movieFile = { id: 29, relativePath: "The Nest (2025).mkv", quality: "WEBRip-1080p", releaseGroup: "NEST" };

const event = (eventType: string, more: object = {}) => ({ payload: { eventType, movie, ...more } });
const health = { level: "error", message: "No download client is available", type: "DownloadClientCheck" };

export const samples: readonly Sample[] = [
  {
    name: "a test",
    ...event("Test"),
    becomes: expected`
      Test > Radarr - Test
      Radarr webhook has been successfully configured.
    `,
  },
  {
    name: "a movie that is grabbed",
    ...event("Grab", {
      remoteMovie,
      release: {
        quality: "WEBRip-1080p",
        releaseTitle: "The Nest 2025 1080p-NEST",
        indexer: "Nests",
        size: 2319282432,
      },
      downloadClient: "Deluge",
    }),
    becomes: expected`
      Grab > The Nest
      **[The Nest (2025)](https://www.imdb.com/title/tt7737786/)** was grabbed.
      * **Quality**: WEBRip-1080p
      * **Release**: \`The Nest 2025 1080p-NEST\`
      * **Indexer**: Nests
      * **Client**: Deluge
    `,
  },
  {
    name: "a movie that is imported",
    ...event("Download", { remoteMovie, movieFile, isUpgrade: false }),
    becomes: expected`
      Download > The Nest
      **[The Nest (2025)](https://www.imdb.com/title/tt7737786/)** was imported.
      * **Quality**: WEBRip-1080p
    `,
  },
  {
    name: "a movie that is upgraded",
    ...event("Download", {
      remoteMovie,
      movieFile,
      isUpgrade: true,
      deletedFiles: [{ ...movieFile, quality: "WEBRip-720p" }],
    }),
    becomes: expected`
      Download > The Nest
      **[The Nest (2025)](https://www.imdb.com/title/tt7737786/)** was upgraded from **WEBRip-720p** to **WEBRip-1080p**.
    `,
  },
  {
    name: "a movie that is renamed",
    ...event("Rename", { renamedMovieFiles: [{ ...movieFile, previousRelativePath: "nest.mkv" }] }),
    becomes: expected`
      Rename > The Nest
      The files of **[The Nest](https://www.imdb.com/title/tt7737786/)** were renamed.
      * \`nest.mkv\` → \`The Nest (2025).mkv\`
    `,
  },
  {
    name: "a movie that is added",
    ...event("MovieAdded"),
    becomes: expected`
      MovieAdded > The Nest
      **[The Nest](https://www.imdb.com/title/tt7737786/)** was added.
    `,
  },
  {
    name: "a movie that is deleted",
    ...event("MovieDelete", { deletedFiles: true }),
    becomes: expected`
      MovieDelete > The Nest
      **[The Nest](https://www.imdb.com/title/tt7737786/)** was deleted, with its files.
    `,
  },
  {
    name: "a file that is gone from the disk",
    ...event("MovieFileDelete", { movieFile, deleteReason: "missingFromDisk" }),
    becomes: expected`
      MovieFileDelete > The Nest
      A file of **[The Nest](https://www.imdb.com/title/tt7737786/)** in **WEBRip-1080p** was deleted, because it is missing from the disk.
    `,
  },
  {
    name: "a file that is deleted for a reason of the future",
    ...event("MovieFileDelete", { deleteReason: "boredom" }),
    becomes: expected`
      MovieFileDelete > The Nest
      A file of **[The Nest](https://www.imdb.com/title/tt7737786/)** was deleted.
    `,
  },
  {
    name: "a download that waits for someone",
    ...event("ManualInteractionRequired", {
      downloadInfo: { quality: "WEBRip-1080p", title: "The.Nest.2025.1080p-NEST" },
      downloadStatusMessages: [{ title: "The.Nest", messages: ["Not an upgrade"] }],
    }),
    becomes: expected`
      ManualInteractionRequired > The Nest
      :cross_mark: **[The Nest](https://www.imdb.com/title/tt7737786/)** must be imported by hand.
      * **Download**: \`The.Nest.2025.1080p-NEST\`
      * Not an upgrade
    `,
  },
  {
    name: "a fault",
    payload: { eventType: "Health", ...health },
    becomes: expected`
      Health > Radarr - Health
      :cross_mark: No download client is available
    `,
  },
  {
    name: "a fault that is over",
    payload: { eventType: "HealthRestored", ...health },
    becomes: expected`
      HealthRestored > Radarr - Health
      :check: Over: No download client is available
    `,
  },
  {
    name: "a new version",
    payload: { eventType: "ApplicationUpdate", previousVersion: "4.2.0.6370", newVersion: "4.2.0.6372" },
    becomes: expected`
      ApplicationUpdate > Radarr - Application update
      Radarr was updated from **4.2.0.6370** to **4.2.0.6372**.
    `,
  },
  { name: "an event that is not known", ...event("Dance"), becomes: { unsupported: "Dance" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
