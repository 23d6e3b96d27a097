// The part of this feature that the Worker uses.
export { reportDaily } from "./report-daily.ts";
