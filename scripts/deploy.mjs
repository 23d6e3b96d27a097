// Deploys to Cloudflare: npm run deploy -- --help
import "./newer-node.mjs";

await import("../src/local/deploy/command.ts");
