// Stays for units of systemd that were made when this was the command's own name: parley reload
process.argv.splice(2, 0, "reload");
await import("./parley.mjs");
