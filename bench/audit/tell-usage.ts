// Preloaded into a program: on exit, writes the CPU time it used as the last line of stderr.
process.on("exit", () => {
  const { userCPUTime, systemCPUTime } = process.resourceUsage();
  process.stderr.write(`${userCPUTime + systemCPUTime}\n`);
});
