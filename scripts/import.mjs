// Moves an organization of another server here: npm run import -- --help
import "./newer-node.mjs";

// The sources of the program can be imported once the hooks for them are there.
await import("../src/local/import/run-sources.ts");
await import("../src/local/import/command.ts");
