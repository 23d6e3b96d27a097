// What other features may use of this one.
export { allowedTopic } from "./allowed-topic.ts";
export { quietNames, withoutWildcards } from "./quiet-names.ts";
export { bold, code, fenced, link } from "./render/compose.ts";
