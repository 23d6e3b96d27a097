import { SourceMap, type SourceMapPayload } from "node:module";

/** A CPU profile, in V8's format. */
export interface Profile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[];
  readonly timeDeltas?: readonly number[];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: {
    readonly functionName: string;
    readonly url: string;
    readonly lineNumber: number;
    readonly columnNumber: number;
  };
  readonly children?: readonly number[];
}

/** A function on a stack. `file` is empty if the source file is unknown. */
export interface Frame {
  readonly name: string;
  readonly file: string;
}

/**
 * The longest gap between two samples of one piece of work. Longer gaps occur because an idle isolate isn't sampled.
 */
const MAX_MICROSECONDS = 350;

/** Returns a function that maps a position in the program to its source file, or to an empty string if it has none. */
export function sourcesOf(map: string): (callFrame: ProfileNode["callFrame"]) => string {
  const sources = new SourceMap(JSON.parse(map) as SourceMapPayload);
  return ({ lineNumber, columnNumber }) => {
    const found = sources.findEntry(lineNumber, columnNumber);
    return "originalSource" in found ? found.originalSource.replace(/^(?:\.\.\/)*/, "") : "";
  };
}

/**
 * Returns the microseconds per part. `partOf` receives a sample's stack, innermost function first, and returns the
 * part, or null for idle time.
 */
export function timesOf(
  { nodes, samples = [], timeDeltas = [] }: Profile,
  fileOf: (callFrame: ProfileNode["callFrame"]) => string,
  partOf: (stack: readonly Frame[]) => string | null,
): Map<string, number> {
  const partById = new Map<number, string | null>();
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const walk = (node: ProfileNode, outer: readonly Frame[]) => {
    const stack = [{ name: node.callFrame.functionName, file: fileOf(node.callFrame) }, ...outer];
    partById.set(node.id, partOf(stack));
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) walk(child, stack);
    }
  };
  const [root] = nodes;
  if (root !== undefined) walk(root, []);
  const times = new Map<string, number>();
  for (const [index, id] of samples.entries()) {
    const part = partById.get(id) ?? null;
    if (part === null) continue;
    times.set(part, (times.get(part) ?? 0) + Math.min(timeDeltas[index] ?? 0, MAX_MICROSECONDS));
  }
  return times;
}
