// Backs up a data directory, also while the server runs: npm run backup -- --help
import "./newer-node.mjs";

await import("../src/local/backup/command.ts");
