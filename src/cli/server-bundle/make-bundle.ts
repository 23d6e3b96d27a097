// Writes a bundle to standard output, as a separate process: node make-bundle.ts ROOT ENTRY CLIENT
import { Failure } from "../os/failure.ts";
import { bundleAnew } from "./server-bundle.ts";

const [root = "", entry = "", client] = process.argv.slice(2);
try {
  process.stdout.write(await build());
} catch (error) {
  console.error(error instanceof Failure ? error.message : error);
  process.exitCode = 1;
}

async function build(): Promise<string> {
  if (client === "none") return bundleAnew(root, entry);
  const { embedClient } = await import("./embed-client.ts");
  return bundleAnew(root, entry, [embedClient(root, { reloads: client === "reloading" })]);
}
