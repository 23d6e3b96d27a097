// Runs the server on this machine: the same Worker and object as on Cloudflare, on workerd.
import "./newer-node.mjs";

await import("../src/local/server/command.ts");
