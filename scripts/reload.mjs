// Has the server that runs with a data directory load its program anew: node scripts/reload.mjs --data DIRECTORY
import "./newer-node.mjs";

await import("../src/local/server/reload.ts");
