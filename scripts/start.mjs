// Runs the server on this machine: the same Worker and object as on Cloudflare, on workerd.
import module from "node:module";
import { fileURLToPath } from "node:url";
import "./newer-node.mjs";

// Half the time of a start is loading Miniflare; the compile cache halves that.
module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)));

await import("../src/local/server/command.ts");
