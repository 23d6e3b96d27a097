// The parts of a member's client that are loaded after its first view: events, sending, and the leading tab's tasks.

export { RecentIndex } from "../model/recent/recent-index.ts";
export { Upkeep } from "../store/eviction.ts";
export { MessageKeeper } from "../store/message-keeper.ts";
export { fillHistory, isMetered } from "../store/recent-history.ts";
export { StoredSearch } from "../store/stored-search.ts";
export { connectStream, StreamTransport } from "../wire/stream-transport.ts";
export { uploadBy } from "../wire/upload.ts";
export { pingPresence } from "./background/presence-pings.ts";
export { shareBoards } from "./background/share-boards.ts";
export { leftReads, makeChanges, mergeChange, noRoom, restored } from "./sending/acts-sender.ts";
export { DraftSharing } from "./sending/draft-sharing.ts";
export { OutboxSender } from "./sending/outbox-sender.ts";
export { reschedule } from "./sending/reschedule.ts";
export { forgetLogin, leaveBrowser } from "./session/log-out.ts";
export { showNetworkBlocked } from "./session/show-network-blocked.ts";
