// What other features may use of this one.
export { markupNamesHook, type Notice, sendNoticeHook } from "./hooks.ts";
export { sendChannelNotice, sendDirectNotice } from "./notices.ts";
