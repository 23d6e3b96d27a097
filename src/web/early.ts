// Runs before anything is painted and before the program is loaded: the page waits for this script, which has to be small.
import "./theme.ts";
import { registerEarly } from "./client/session/early-registration.ts";

registerEarly();
