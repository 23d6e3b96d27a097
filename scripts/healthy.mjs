// Ends with status 0 if the server on this machine says that it is well.
import "./newer-node.mjs";

await import("../src/local/server/healthy.ts");
