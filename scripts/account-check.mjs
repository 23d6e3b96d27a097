// Tries a real deployment: node scripts/account-check.mjs --help
import "./newer-node.mjs";

await import("../src/local/account-check/command.ts");
