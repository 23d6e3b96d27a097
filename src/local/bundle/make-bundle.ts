// Makes the bundle that a start would make, so that the first one need not, and need not be able to write it.
import { fileURLToPath } from "node:url";
import { bundle } from "./bundle.ts";

await bundle(fileURLToPath(new URL("../../..", import.meta.url)), "src/worker.ts", "embedded");
