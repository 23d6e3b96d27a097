// Imported by a program before its own code: at its end it writes, as the last line of its errors, which CPU time it has used.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(`${userCPUTime + systemCPUTime}\n`);
});
