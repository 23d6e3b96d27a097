// Checks whether the stores of an organization agree, and repairs them: npm run repair -- --help
import "./newer-node.mjs";

await import("../src/local/repair/command.ts");
