// What other features may use of this one.
export { accessActiveFolder, accessFolder } from "./channel-folders.ts";
