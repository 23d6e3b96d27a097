// Deletes a deactivated organization for good: npm run delete-organization -- --help
import "./newer-node.mjs";

await import("../src/local/operator/delete-organization.ts");
