// Stays for units of systemd that were made when this was the command's own name: parley start
process.argv.splice(2, 0, "start");
await import("./parley.mjs");
