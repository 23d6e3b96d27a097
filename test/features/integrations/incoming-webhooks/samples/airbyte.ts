import type { Sample } from "../sample.ts";

const linked = (name: string) => ({ id: "b510e39b", name, url: `https://cloud.airbyte.com/${name.toLowerCase()}` });
const synced = (more: object) => ({
  payload: {
    data: {
      workspace: linked("Birds"),
      connection: linked("Nests"),
      source: linked("PostgreSQL"),
      destination: linked("BigQuery"),
      jobId: 9988,
      startedAt: "2026-01-10T08:30:00Z",
      finishedAt: "2026-01-10T09:30:00Z",
      bytesEmitted: 1000,
      bytesCommitted: 90,
      recordsEmitted: 89,
      recordsCommitted: 45,
      bytesEmittedFormatted: "1000 B",
      bytesCommittedFormatted: "90 B",
      durationInSeconds: 3600,
      durationFormatted: "1 hours 0 min",
      ...more,
    },
  },
});

export const samples: readonly Sample[] = [
  {
    name: "a sync that succeeded",
    ...synced({ success: true }),
    becomes: [
      {
        event: "sync_succeeded",
        topic: "Birds - Nests",
        content:
          ":check: The sync of [Nests](https://cloud.airbyte.com/nests) **succeeded**.\n* **Source**: [PostgreSQL](https://cloud.airbyte.com/postgresql)\n* **Destination**: [BigQuery](https://cloud.airbyte.com/bigquery)\n* **Records**: 89 emitted, 45 committed\n* **Bytes**: 1000 B emitted, 90 B committed\n* **Duration**: 1 hours 0 min",
      },
    ],
  },
  {
    name: "a sync that failed",
    ...synced({ success: false, errorMessage: "Connection timeout", durationFormatted: null }),
    becomes: [
      {
        event: "sync_failed",
        topic: "Birds - Nests",
        content:
          ":cross_mark: The sync of [Nests](https://cloud.airbyte.com/nests) **failed**.\n* **Source**: [PostgreSQL](https://cloud.airbyte.com/postgresql)\n* **Destination**: [BigQuery](https://cloud.airbyte.com/bigquery)\n* **Records**: 89 emitted, 45 committed\n* **Bytes**: 1000 B emitted, 90 B committed\n* **Duration**: 1 h\n\n~~~ quote\nConnection timeout\n~~~",
      },
    ],
  },
  {
    name: "a test",
    payload: { text: "Hello World! This is a test from Airbyte." },
    becomes: [{ topic: "Airbyte notification", content: "Hello World! This is a test from Airbyte." }],
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
