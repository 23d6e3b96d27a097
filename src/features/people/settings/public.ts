// What other features may use of this one.
export { settingChangedHook, settingsRequestedHook } from "./hooks.ts";
export { changeSettings } from "./settings.ts";
