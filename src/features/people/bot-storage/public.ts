// The parts of this feature that others can use.
export { clearStorage, readStorage, storedKeys, writeStorage } from "./bot-storage.ts";
