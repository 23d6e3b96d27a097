// Writes the web client to dist/web, which Cloudflare serves. Run by npm run build, npm run deploy and wrangler.
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { buildWebClient } from "../../src/cli/build-web-client/build.ts";
import { writeFiles } from "../../src/cli/build-web-client/write-files.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const { files } = await buildWebClient(root);
writeFiles(join(root, "dist/web"), files);
