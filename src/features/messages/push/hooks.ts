import { hook } from "../../../realm/realm.ts";

/**
 * Runs when the push service has said that it does not know the organization: what tells the service of the server's
 * organizations does so again, and the request is repeated a little later.
 */
export const unknownToServiceHook = hook<[]>("unknown to the push service");
