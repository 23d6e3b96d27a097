// What other features may use of this one.
export { addPlayground } from "./playgrounds.ts";
