// Runs before the first paint and before the program is loaded. The page waits for this script, so it must be small.
import "./theme.ts";
import { registerEarly } from "./client/session/early-registration.ts";

registerEarly();
// The browser opens the databases while the program is loading. Asking for their names makes it start.
void indexedDB.databases?.().catch(() => {});
