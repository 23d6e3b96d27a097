import { expected, type Sample } from "../sample.ts";

const artist = { id: 1, name: "The Birds", path: "/music/The Birds", mbId: "7113aab7-628f-4050-ae49-dbecac110ca8" };
const album = { id: 2, title: "Labour of `Lids", releaseDate: "2026-01-01T00:00:00Z", quality: "MP3-320" };
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
    becomes: expected`
      Test > Lidarr - Test
      Lidarr webhook has been successfully configured.
    `,
  },
  {
    name: "an album that is grabbed",
    ...event("Grab", {
      albums: [album],
      release: { quality: "MP3-320", releaseTitle: "The Birds - Labour of Lids [320]", indexer: "Nests" },
    }),
    becomes: expected`
      Grab > The Birds
      “Labour of \\\`Lids” by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was grabbed.
      * **Quality**: MP3-320
      * **Release**: \`The Birds - Labour of Lids [320]\`
      * **Indexer**: Nests
    `,
  },
  {
    name: "tracks that are imported",
    ...event("Download", { tracks: [track(1), track(2)] }),
    becomes: expected`
      Download > The Birds
      Tracks by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were imported:
      * Song 1
      * Song 2
    `,
  },
  {
    name: "many tracks that are upgraded",
    ...event("Download", {
      album,
      isUpgrade: true,
      tracks: Array.from({ length: 22 }, (_, index) => track(index + 1)),
    }),
    becomes: expected`
      Download > The Birds
      Tracks of “Labour of \\\`Lids” by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were upgraded:
      * Song 1
      * Song 2
      * Song 3
      * Song 4
      * Song 5
      * Song 6
      * Song 7
      * Song 8
      * Song 9
      * Song 10
      * Song 11
      * Song 12
      * Song 13
      * Song 14
      * Song 15
      * Song 16
      * Song 17
      * Song 18
      * Song 19
      * Song 20
      [and 2 more tracks]
    `,
  },
  {
    name: "an album that is imported",
    ...event("Download", { album, isUpgrade: false }),
    becomes: expected`
      Download > The Birds
      “Labour of \\\`Lids” by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was imported.
    `,
  },
  {
    name: "tracks that are renamed",
    ...event("Rename", { renamedFiles: [{ previousPath: "/music/1.flac", path: "/music/Song 1.flac" }] }),
    becomes: expected`
      Rename > The Birds
      Tracks by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were renamed.
      * \`/music/1.flac\` → \`/music/Song 1.flac\`
    `,
  },
  {
    name: "tracks with new tags",
    ...event("Retag"),
    becomes: expected`
      Retag > The Birds
      The tags of tracks by **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** were written again.
    `,
  },
  {
    name: "an artist who is added",
    ...event("ArtistAdd"),
    becomes: expected`
      ArtistAdd > The Birds
      **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was added.
    `,
  },
  {
    name: "an artist who is deleted",
    ...event("ArtistDelete", { deletedFiles: true }),
    becomes: expected`
      ArtistDelete > The Birds
      **[The Birds](https://musicbrainz.org/artist/7113aab7-628f-4050-ae49-dbecac110ca8)** was deleted, with its files.
    `,
  },
  {
    name: "an album that is deleted, without its artist",
    payload: { eventType: "AlbumDelete", album, deletedFiles: false },
    becomes: expected`
      AlbumDelete > Labour of \`Lids
      “Labour of \\\`Lids” was deleted, and its files were kept.
    `,
  },
  {
    name: "a warning",
    payload: { eventType: "Health", ...health },
    becomes: expected`
      Health > Lidarr - Health
      An indexer is not available
    `,
  },
  {
    name: "a warning that is over",
    payload: { eventType: "HealthRestored", ...health },
    becomes: expected`
      HealthRestored > Lidarr - Health
      :check: Over: An indexer is not available
    `,
  },
  {
    name: "a new version",
    payload: { eventType: "ApplicationUpdate", previousVersion: "2.0.0.1", newVersion: "2.0.0.2" },
    becomes: expected`
      ApplicationUpdate > Lidarr - Application update
      Lidarr was updated from **2.0.0.1** to **2.0.0.2**.
    `,
  },
  { name: "an event that is not known", ...event("Dance"), becomes: { unsupported: "Dance" } },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
