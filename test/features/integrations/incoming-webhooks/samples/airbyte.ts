import { expected, type Sample } from "../sample.ts";

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
    becomes: expected`
      sync_succeeded > Birds - Nests
      :check: The sync of [Nests](https://cloud.airbyte.com/nests) **succeeded**.
      * **Source**: [PostgreSQL](https://cloud.airbyte.com/postgresql)
      * **Destination**: [BigQuery](https://cloud.airbyte.com/bigquery)
      * **Records**: 89 emitted, 45 committed
      * **Bytes**: 1000 B emitted, 90 B committed
      * **Duration**: 1 hours 0 min
    `,
  },
  {
    name: "a sync that failed",
    ...synced({ success: false, errorMessage: "Connection timeout", durationFormatted: null }),
    becomes: expected`
      sync_failed > Birds - Nests
      :cross_mark: The sync of [Nests](https://cloud.airbyte.com/nests) **failed**.
      * **Source**: [PostgreSQL](https://cloud.airbyte.com/postgresql)
      * **Destination**: [BigQuery](https://cloud.airbyte.com/bigquery)
      * **Records**: 89 emitted, 45 committed
      * **Bytes**: 1000 B emitted, 90 B committed
      * **Duration**: 1 h

      ~~~ quote
      Connection timeout
      ~~~
    `,
  },
  {
    name: "a test",
    payload: { text: "Hello World! This is a test from Airbyte." },
    becomes: expected`
      > Airbyte notification
      Hello World! This is a test from Airbyte.
    `,
  },
  { name: "an event of another service", payload: { a: 1 }, becomes: { refused: "ANOMALOUS_WEBHOOK_PAYLOAD" } },
];
