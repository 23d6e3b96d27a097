// Exports a whole organization: npm run export -- --help
import "./newer-node.mjs";

await import("../src/local/export/command.ts");
