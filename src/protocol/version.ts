/**
 * API feature level, from which clients derive what the server supports (conventions.md 0). Additions can be available
 * before their level is reached. Removals take effect at their level: their code compares it with this constant.
 */
export const FEATURE_LEVEL: number = 500;

/** The Zulip release with this feature level. Clients parse it as MAJOR.MINOR. */
const ZULIP_VERSION = "12.2";

/**
 * Formats a version. A release is 1.1.0. A build between releases has a version that ends in -dev, followed by its
 * commit if known: 1.1.0-dev+8707c72a01.
 */
export const describeVersion = (version: string, commit: string) =>
  version.endsWith("-dev") && commit !== "" ? `${version}+${commit}` : version;

/** Defined by the build. Not set in tests. */
declare const COMMIT: string;

export const PARLEY_VERSION = describeVersion("1.1.0-dev", typeof COMMIT === "string" ? COMMIT : "");

/** Both version fields, as sent in /server_settings, /register and the `restart` event. */
export const versionFields = () => ({
  svc_feature_level: FEATURE_LEVEL,
  svc_version: PARLEY_VERSION,
  svc_merge_base: PARLEY_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: ZULIP_VERSION,
  zulip_merge_base: ZULIP_VERSION,
});
