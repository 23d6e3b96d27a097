import { feature } from "../../realm/feature.ts";
import { authenticate } from "./authenticate.ts";
import { schema, usersInBulk } from "./rows.ts";

/** Accounts: who there is, and who is asking. What changes an account is in `accounts`. */
export const users = feature({ name: "users", schema, bulk: [usersInBulk], authenticate });
