// Runs before anything is painted and before the program is loaded: the page waits for this script, which has to be small.
import "./theme.ts";
import { registerEarly } from "./client/session/early-registration.ts";

registerEarly();
// The browser opens the databases while the program is loading: asking for their names makes it begin.
void indexedDB.databases?.().catch(() => {});
