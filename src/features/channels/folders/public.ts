// The parts of this feature that others can use.
export { accessActiveFolder, accessFolder } from "./channel-folders.ts";
