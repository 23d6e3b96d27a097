// Moves an organization of another server here. docs/operating.md says how it is used.
// The program's sources can be imported once the hooks for them are there.
import "./run-sources.mjs";

await import("./import/command.mjs");
