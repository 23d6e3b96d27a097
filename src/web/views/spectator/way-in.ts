import type { Client } from "../../client/client.ts";
import { addressOf } from "../../model/places/address.ts";

/** The address of the login page, which leads back to the current place. */
export const wayIn = (client: Client): string =>
  `/login/?next=${encodeURIComponent(`/${addressOf(client.place.value, client.watch("channels", "users"))}`)}`;
