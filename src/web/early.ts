// Runs before the first paint and before the program is loaded. The page waits for this script, so it must be small.
import "./theme.ts";
import { registerEarly } from "./client/session/early-registration.ts";

registerEarly();
// Listing the databases makes the browser open them while the program is loading.
void indexedDB.databases?.().catch(() => {});
