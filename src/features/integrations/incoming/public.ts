// The parts of this feature that others can use.
export { allowedTopic } from "./allowed-topic.ts";
export { quietNames, withoutWildcards } from "./quiet-names.ts";
export { bold, code, fenced, link } from "./render/compose.ts";
