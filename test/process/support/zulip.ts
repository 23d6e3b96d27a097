const { FormData } = globalThis;

/** zulip-js. It replaces the global FormData when it is loaded, which other test files of the process need. */
export const { default: zulip } = await import("zulip-js");

globalThis.FormData = FormData;
