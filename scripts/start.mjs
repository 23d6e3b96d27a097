// Runs the server on this machine: the same Worker and object as on Cloudflare, on workerd.
import module from "node:module";
import { fileURLToPath } from "node:url";

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 13)) {
  console.error(`parley: this needs Node 22.13 or newer, not ${process.versions.node}; npm start brings its own`);
  process.exit(1);
}

// Half the time of a start is loading Miniflare; the compile cache halves that.
module.enableCompileCache(fileURLToPath(new URL("../node_modules/.cache/node", import.meta.url)));

const { main } = await import("./server/main.mjs");
await main();
