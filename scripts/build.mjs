// Builds the deployment to Cloudflare: the web client in dist/web, and the Worker in dist/worker. Run by Wrangler.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWebClient } from "../src/cli/build-web-client/build.ts";
import { writeFiles } from "../src/cli/build-web-client/write-files.ts";
import { bundleForCloudflare, writeModules } from "../src/cli/server-bundle/for-cloudflare.ts";

const root = fileURLToPath(new URL("..", import.meta.url));
const [{ files }, modules] = await Promise.all([buildWebClient(root), bundleForCloudflare(root)]);
writeFiles(join(root, "dist/web"), files);
writeModules(join(root, "dist/worker"), modules);
