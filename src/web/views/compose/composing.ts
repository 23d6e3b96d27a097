import type { Client } from "../../client/client.ts";
import type { Composition } from "./composition.ts";

/** What is being written in this page, for those who reply, quote or begin something elsewhere. It comes with the composer. */
export const composing = async (client: Client): Promise<Composition> =>
  (await import("./composition.ts")).compositionOf(client);
