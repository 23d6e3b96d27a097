import type { Client } from "./client.ts";

/** Returns a function that makes a value for each client once. */
export function perClient<Value>(make: (client: Client) => Value): (client: Client) => Value {
  const known = new WeakMap<Client, Value>();
  return (client) => {
    const value = known.get(client) ?? make(client);
    known.set(client, value);
    return value;
  };
}
