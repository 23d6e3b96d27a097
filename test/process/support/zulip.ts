const { FormData } = globalThis;

/** The zulip-js library. Loading it replaces the global FormData, which other test files in the process need. */
export const { default: zulip } = await import("zulip-js");

globalThis.FormData = FormData;
