// Helps an account that nobody else can help: npm run operator -- --help
import "./newer-node.mjs";

await import("../src/local/operator/command.ts");
