// The parts of this feature that others can use.
export { CHANNEL_SETTINGS, importedSettings, putImportedSetting } from "./archive.ts";
export { isDeactivated, reactivateOrganization } from "./closing.ts";
export { realmUpdated } from "./events.ts";
export {
  beforeRealmSettingHook,
  loginProvidersHook,
  retentionChangedHook,
  settingStoredHook,
  usedMethodsHook,
} from "./hooks.ts";
export { type PictureName, pictureKey, pictureUrl, replacePicture, reservePicture } from "./pictures.ts";
export { type PushStatus, pushStatusSchema, recordPushStatus } from "./push-status.ts";
export { organizationLanguage, permits, realmPermissionValues, realmSettings, writeSetting } from "./realm-settings.ts";
export { renderedDescription, serverSettings } from "./server-settings-fields.ts";
export { emitRealmPermissionsNaming } from "./setting-events.ts";
export {
  allProviders,
  checkOwnersLeft,
  enabledMethods,
  hasOnlyLogin,
  isMethodOn,
  isProviderOn,
  offeredMethods,
  ownMethods,
  providersOn,
  tellMethods,
} from "./sign-in.ts";
