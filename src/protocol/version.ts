/** The API feature level: clients decide by it what the server supports (conventions.md 0). */
const FEATURE_LEVEL = 500;

/** The Zulip release with this feature level. Clients parse it as MAJOR.MINOR. */
const ZULIP_VERSION = "12.2";

export const PARLEY_VERSION = "1.0.0";

/** Put in by what builds the program; tests run it without. */
declare const COMMIT: string;

/** The version with the commit that the program was built of, where that is known: for people of the organization alone. */
export const PARLEY_BUILD =
  typeof COMMIT === "string" && COMMIT !== "" ? `${PARLEY_VERSION} (${COMMIT})` : PARLEY_VERSION;

/** Both fields of the version, as in /server_settings, /register and the `restart` event. */
export const versionFields = () => ({
  svc_feature_level: FEATURE_LEVEL,
  svc_version: PARLEY_VERSION,
  svc_merge_base: PARLEY_VERSION,
  zulip_feature_level: FEATURE_LEVEL,
  zulip_version: ZULIP_VERSION,
  zulip_merge_base: ZULIP_VERSION,
});
