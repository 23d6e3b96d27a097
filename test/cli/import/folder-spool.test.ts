import { mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { FolderSpool } from "../../../src/cli/import/folder-spool.ts";

test.skipIf(process.platform !== "linux")("writing to a spooled file fails if the disk is full", async () => {
  const parent = mkdtempSync(join(tmpdir(), "parley-spool-"));
  const spool = new FolderSpool(parent);
  onTestFinished(() => {
    spool.remove();
    rmSync(parent, { recursive: true });
  });
  symlinkSync("/dev/full", join(spool.folder, "1"));
  const file = await spool.create();
  const writeOn = async () => {
    for (;;) {
      await file.write(new Uint8Array(10));
      // The disk's answer arrives while the converter does something else.
      await nextTurn();
    }
  };
  await expect(writeOn()).rejects.toThrow("ENOSPC");
});
