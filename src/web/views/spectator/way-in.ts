import type { Client } from "../../client/client.ts";
import { addressOf } from "../../model/places/address.ts";

/** Where one logs in, to come back to the place that is shown. */
export const wayIn = (client: Client): string =>
  `/login/?next=${encodeURIComponent(`/${addressOf(client.place.value, client.watch("channels", "users"))}`)}`;
