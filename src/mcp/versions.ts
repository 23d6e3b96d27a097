/** Revisions without a handshake, newest first. */
export const MODERN_VERSIONS: readonly string[] = ["2026-07-28"];
/** Revisions with a handshake, newest first. */
export const LEGACY_VERSIONS: readonly string[] = ["2025-11-25", "2025-06-18", "2025-03-26"];
export const NEWEST_LEGACY = "2025-11-25";

const KEY = "io.modelcontextprotocol/";
export const VERSION_KEY = `${KEY}protocolVersion`;
export const CAPABILITIES_KEY = `${KEY}clientCapabilities`;
export const SERVER_INFO_KEY = `${KEY}serverInfo`;
export const SUBSCRIPTION_KEY = `${KEY}subscriptionId`;
