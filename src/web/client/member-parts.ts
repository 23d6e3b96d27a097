// What the client of a member loads for what comes after its first view: events, sending, and what the tab that leads does.

export { RecentIndex } from "../model/recent/recent-index.ts";
export { Upkeep } from "../store/upkeep.ts";
export { connectStream, StreamTransport } from "../wire/stream-transport.ts";
export { uploadBy } from "../wire/upload.ts";
export { DraftSharing } from "./draft-sharing.ts";
export { forgetLogin, leaveBrowser } from "./log-out.ts";
export { OutboxSender } from "./outbox-sender.ts";
export { pingPresence } from "./presence-pings.ts";
export { reschedule } from "./reschedule.ts";
