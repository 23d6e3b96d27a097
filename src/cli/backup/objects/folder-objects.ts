import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { readIfThere, sync, writeDurable } from "../../os/durable.ts";
import { Failure } from "../../os/failure.ts";
import type { Objects } from "./objects.ts";

export function folderObjects(path: string): Objects {
  const folder = resolve(path);
  return {
    address: folder,
    async list(prefix) {
      if (!existsSync(folder)) return new Map();
      const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
      const files = names
        .map((name) => [name, statSync(join(folder, name))] as const)
        .filter(([name, found]) => found.isFile() && name.startsWith(prefix) && !name.endsWith(".part"));
      return new Map(files.map(([name, { size }]) => [name, size]));
    },
    get: async (name) => (existsSync(join(folder, name)) ? readFileSync(join(folder, name)) : undefined),
    async put(name, content, { replaces }) {
      const file = join(folder, name);
      mkdirSync(dirname(file), { recursive: true, mode: 0o700 });
      if (!replaces && readIfThere(file) !== null) throw new Failure(`${file} is there already`);
      writeDurable(file, content);
    },
    async remove(name) {
      rmSync(join(folder, name), { force: true });
      if (existsSync(dirname(join(folder, name)))) sync(dirname(join(folder, name)));
    },
  };
}
