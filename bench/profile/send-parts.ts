import type { Frame } from "./profile.ts";

/**
 * The parts of a send, by file path. The first match counts. A function in any other file counts for its caller's part.
 */
const PARTS: readonly (readonly [start: RegExp, part: string])[] = [
  [/^src\/markup\/parse\/|^node_modules\/markdown-it\//, "Worker: parsing Markdown"],
  [/^src\/realm\/replication\/|^src\/database\/(bulk|shipped-state)/, "shipper"],
  [/^src\/(rpc\/|http\/ask-realm|http\/realm-conversation)/, "Worker: calling the realm"],
  [/^src\/(logging|metrics)\//, "Worker: line of the log, counts"],
  [/^src\/(http\/finish|http\/compress|protocol\/envelope)/, "Worker: answer"],
  [/^src\/(http|api)\/|^node_modules\/itty-router\//, "Worker: reading the request"],
  [/^src\/markup\/render\//, "realm: filling the Markdown"],
  [/^src\/realm\/events\/|\/send\/(emit|recipient|sent)/, "realm: event and who receives it"],
  [/^src\/realm-object\/(admission|admit)|^src\/features\/people\//, "realm: admitting the sender"],
  [/^src\/features\//, "realm: permissions and what follows from a message"],
  [/^src\/(realm|realm-object)/, "realm: call and change"],
];

/** Platform functions that run SQL. */
const SQL = new Set(["exec", "toArray", "raw", "one", "next", "transactionSync"]);
const REST = "rest of the program";

/** Returns the part of a send that a workerd stack belongs to, or null if workerd is idle. */
export function partOfSend(stack: readonly Frame[]): string | null {
  const [{ name, file } = { name: "", file: "" }] = stack;
  if (name === "(idle)") return null;
  if (name === "(garbage collector)") return "garbage collection";
  if (name === "(program)") return "platform, inside the program";
  const part = stack
    .map((frame) => PARTS.find(([start]) => start.test(frame.file))?.[1])
    .find((one) => one !== undefined);
  const isSql = file === "" ? SQL.has(name) : /^src\/database\/(statement|watched-sql)/.test(file);
  return isSql && part?.startsWith("realm") ? "realm: SQL" : (part ?? REST);
}

/** Returns the part of a send that a stack of the gate's process belongs to, or null if the process is idle. */
export function partOfGate(stack: readonly Frame[]): string | null {
  const [{ name } = { name: "" }] = stack;
  if (name === "(idle)") return null;
  if (name === "(garbage collector)") return "gate: garbage collection";
  return stack.some(({ file }) => /\/src\/cli\/front-proxy\//.test(file)) &&
    !/^(writev?|writeLatin1String|writeGeneric|Socket\.|read|onread)/.test(name)
    ? "gate: its own program"
    : "gate: Node and its sockets";
}
