import type { Client } from "../client/client.ts";

/** Returns a function that goes to a place, unless the user has gone elsewhere since. */
export function goFromHere(client: Client): Client["go"] {
  const here = client.place.peek();
  return (place, how) => {
    if (client.place.peek() === here) client.go(place, how);
  };
}
