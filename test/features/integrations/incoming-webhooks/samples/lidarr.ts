import type { Sample } from "../sample.ts";

const artist = { id: 1, name: "The Birds", path: "/music/The Birds", mbId: "7113aab7-628f-4050-ae49-dbecac110ca8" };
const album = { id: 2, title: "Labour of Lids", releaseDate: "2026-01-01T00:00:00Z", quality: "MP3-320" };
const track = (number: number) => ({
  id: number,
  title: `Song ${number}`,
  trackNumber: String(number),
  quality: "FLAC",
});

const event = (eventType: string, more: object = {}) => ({ payload: { eventType, artist, ...more } });
const health = { level: "warning", message: "An indexer is not available", type: "IndexerStatusCheck" };

export const samples: readonly Sample[] = [
  {
    name: "a test",
    ...event("Test", { albums: [album] }),
    becomes: [{ event: "Test", topic: "Lidarr - Test", content: "Lidarr webhook has been successfully configured." }],
  },
  {
    name: "an album that is grabbed",
    ...event("Grab", {
      albums: [album],
      release: { quality: "MP3-320", releaseTitle: "The Birds - Labour of Lids [320]", indexer: "Nests" },
    }),
    becomes: [
      {
        event: "Grab",
        topic: "The Birds",
        content:
          "“Labour of Lids” by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was grabbed.\n* **Quality**: MP3-320\n* **Release**: `The Birds - Labour of Lids [320]`\n* **Indexer**: Nests",
      },
    ],
  },
  {
    name: "tracks that are imported",
    ...event("Download", { tracks: [track(1), track(2)] }),
    becomes: [
      {
        event: "Download",
        topic: "The Birds",
        content:
          "Tracks by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were imported:\n* Song 1\n* Song 2",
      },
    ],
  },
  {
    name: "many tracks that are upgraded",
    ...event("Download", {
      album,
      isUpgrade: true,
      tracks: Array.from({ length: 22 }, (_, index) => track(index + 1)),
    }),
    becomes: [
      {
        event: "Download",
        topic: "The Birds",
        content:
          "Tracks of “Labour of Lids” by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were upgraded:\n* Song 1\n* Song 2\n* Song 3\n* Song 4\n* Song 5\n* Song 6\n* Song 7\n* Song 8\n* Song 9\n* Song 10\n* Song 11\n* Song 12\n* Song 13\n* Song 14\n* Song 15\n* Song 16\n* Song 17\n* Song 18\n* Song 19\n* Song 20\n[and 2 more tracks]",
      },
    ],
  },
  {
    name: "an album that is imported",
    ...event("Download", { album, isUpgrade: false }),
    becomes: [
      {
        event: "Download",
        topic: "The Birds",
        content:
          "“Labour of Lids” by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was imported.",
      },
    ],
  },
  {
    name: "tracks that are renamed",
    ...event("Rename", { renamedFiles: [{ previousPath: "/music/1.flac", path: "/music/Song 1.flac" }] }),
    becomes: [
      {
        event: "Rename",
        topic: "The Birds",
        content:
          "Tracks by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were renamed.\n* `/music/1.flac` → `/music/Song 1.flac`",
      },
    ],
  },
  {
    name: "tracks with new tags",
    ...event("Retag"),
    becomes: [
      {
        event: "Retag",
        topic: "The Birds",
        content:
          "The tags of tracks by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were written again.",
      },
    ],
  },
  {
    name: "an artist who is added",
    ...event("ArtistAdd"),
    becomes: [
      {
        event: "ArtistAdd",
        topic: "The Birds",
        content: "**[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was added.",
      },
    ],
  },
  {
    name: "an artist who is deleted",
    ...event("ArtistDelete", { deletedFiles: true }),
    becomes: [
      {
        event: "ArtistDelete",
        topic: "The Birds",
        content:
          "**[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was deleted, with its files.",
      },
    ],
  },
  {
    name: "an album that is deleted, without its artist",
    payload: { eventType: "AlbumDelete", album, deletedFiles: false },
    becomes: [
      {
        event: "AlbumDelete",
        topic: "Labour of Lids",
        content: "“Labour of Lids” was deleted, and its files were kept.",
      },
    ],
  },
  {
    name: "a warning",
    payload: { eventType: "Health", ...health },
    becomes: [{ event: "Health", topic: "Lidarr - Health", content: "An indexer is not available" }],
  },
  {
    name: "a warning that is over",
    payload: { eventType: "HealthRestored", ...health },
    becomes: [
      { event: "HealthRestored", topic: "Lidarr - Health", content: ":check: Over: An indexer is not available" },
    ],
  },
  {
    name: "a new version",
    payload: { eventType: "ApplicationUpdate", previousVersion: "2.0.0.1", newVersion: "2.0.0.2" },
    becomes: [
      {
        event: "ApplicationUpdate",
        topic: "Lidarr - Application update",
        content: "Lidarr was updated from **2.0.0.1** to **2.0.0.2**.",
      },
    ],
  },
  { name: "an event that is not known", ...event("Dance"), becomes: { unsupported: "Dance" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
