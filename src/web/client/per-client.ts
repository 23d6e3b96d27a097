import { perObject } from "../model/per-object.ts";
import type { Client } from "./client.ts";

/** Returns a function that makes a value for each client once. */
export const perClient: <Value extends {}>(make: (client: Client) => Value) => (client: Client) => Value = perObject;
