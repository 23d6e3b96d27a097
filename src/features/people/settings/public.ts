// The parts of this feature that others can use.
export { settingChangedHook, settingsRequestedHook } from "./hooks.ts";
export { changeSettings } from "./settings.ts";
