// The parts of this feature that others can use.
export { rewriteSnippets } from "./saved-snippets.ts";
