/**
 * API feature level. Clients derive from it what the server supports (conventions.md 0). Additions can be available
 * before their level is reached. Removals take effect at their level, by comparing it with this constant.
 */
export const FEATURE_LEVEL: number = 500;

/** The Zulip release with this feature level. Clients parse it as MAJOR.MINOR. */
const ZULIP_VERSION = "12.2";

/**
 * Formats a version: 1.1.0 for a release. A build between releases has a version that ends in -dev, and its commit if
 * known: 1.1.0-dev+8707c72a01.
 */
export const describeVersion = (version: string, commit: string) =>
  version.endsWith("-dev") && commit !== "" ? `${version}+${commit}` : version;

/** Defined by the build. Not set in tests. */
declare const COMMIT: string;

export const PARLEY_VERSION = describeVersion("1.1.0-dev", typeof COMMIT === "string" ? COMMIT : "");

/** Both version fields, as in /server_settings, /register and the `restart` event. */
export const versionFields = () => ({
  svc_feature_level: FEATURE_LEVEL,
  svc_version: PARLEY_VERSION,
  svc_merge_base: PARLEY_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: ZULIP_VERSION,
  zulip_merge_base: ZULIP_VERSION,
});
