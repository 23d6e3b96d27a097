// The parts of this feature that others can use.
export { markupNamesHook, type Notice, sendNoticeHook } from "./hooks.ts";
export { sendChannelNotice, sendDirectNotice } from "./notices.ts";
