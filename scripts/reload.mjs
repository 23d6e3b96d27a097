// Kept for systemd units from when this file was the command: parley reload
process.argv.splice(2, 0, "reload");
await import("./parley.mjs");
