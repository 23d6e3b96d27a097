// Puts a backup into an empty data directory: npm run restore -- --help
import "./newer-node.mjs";

await import("../src/local/restore/command.ts");
