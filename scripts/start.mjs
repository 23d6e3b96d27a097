// Kept for systemd units from when this file was the command: parley start
process.argv.splice(2, 0, "start");
await import("./parley.mjs");
