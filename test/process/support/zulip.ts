const { FormData } = globalThis;

/** zulip-js, which replaces the global FormData, though it uses its own only by itself. */
export const { default: zulip } = await import("zulip-js");

globalThis.FormData = FormData;
